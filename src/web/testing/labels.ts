/** The name of a field by its label, also where it may be left blank. */
export function labelOf(label: string): RegExp {
  return new RegExp(`^${label.replace(/[()]/g, '\\$&')}( ?Optional)?$`);
}
