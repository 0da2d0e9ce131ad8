/** The ids of the page's sections, used as fragments. */
export const anchors = {
  noun: (name: string) => name.toLowerCase().replaceAll(' ', '-'),
  call: (operationId: string) => operationId,
  type: (name: string) => `type-${name}`,
  types: 'types',
  errors: 'errors',
} as const;
