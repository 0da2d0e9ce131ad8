import type { ReactNode } from 'react';

/** Words that a finger has no use for: from the list of a phone nothing is dragged onto a page. */
export function pointerOnly(words: ReactNode): ReactNode {
  return <span className="pointer-coarse:hidden">{words}</span>;
}
