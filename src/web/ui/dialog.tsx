import type { ReactNode } from 'react';
import { later } from './later.tsx';
import { MissingNotice } from './missing-part.tsx';
import { useOpenedOnce } from './use-opened-once.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  /** As wide as a form. */
  wide?: boolean;
  children: ReactNode;
}

const DialogWindow = later(() => import('./dialog-window.tsx'), {
  missing: (missing) => <MissingNotice {...missing} />,
});

/**
 * Moves focus in and back, closes on Escape and on a click outside. On phones it rises from the bottom. Its title and the
 * way out stay where a long one is scrolled.
 */
export function Dialog(props: DialogProps) {
  return useOpenedOnce(props.open) && <DialogWindow {...props} />;
}
