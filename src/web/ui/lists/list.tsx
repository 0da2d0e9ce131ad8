import type { ComponentProps } from 'react';

/**
 * A list without visible markers. Safari does not treat that as a list without an explicit role, and omits
 * the number of items.
 */
export function List(props: ComponentProps<'ul'>) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <ul role="list" {...props} />;
}

/** The same for ordered items. */
export function OrderedList(props: ComponentProps<'ol'>) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <ol role="list" {...props} />;
}
