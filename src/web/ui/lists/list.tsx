import type { ComponentProps } from 'react';

/**
 * A list whose marks are not shown. Safari takes that for no list at all unless it is told, and leaves out how many things
 * there are.
 */
export function List(props: ComponentProps<'ul'>) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <ul role="list" {...props} />;
}

/** The same for things whose order matters. */
export function OrderedList(props: ComponentProps<'ol'>) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <ol role="list" {...props} />;
}
