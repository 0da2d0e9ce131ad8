/** The accessible name of a field by its label, including optional ones. */
export function labelOf(label: string): RegExp {
  return new RegExp(`^${label.replace(/[()]/g, '\\$&')}( ?Optional)?$`);
}
