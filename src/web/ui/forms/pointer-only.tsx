import type { ReactNode } from 'react';

/** Text that is hidden on touch screens, such as hints about drag and drop. */
export function pointerOnly(text: ReactNode): ReactNode {
  return <span className="pointer-coarse:hidden">{text}</span>;
}
