import type { ReactNode } from 'react';
import { useOverlay } from './use-overlay.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  /** As wide as a form. */
  wide?: boolean;
  /** Without a way out but those inside it. */
  mustAnswer?: boolean;
  children: ReactNode;
}

const fetchWindow = () => import('./dialog-window.tsx');

/**
 * Moves focus in and back, closes on Escape and on a click outside. On phones it rises from the bottom. Its title and the
 * way out stay where a long one is scrolled.
 */
export function Dialog(props: DialogProps) {
  const DialogWindow = useOverlay(fetchWindow, props.open, () => props.onOpenChange(false));
  return DialogWindow && <DialogWindow {...props} />;
}
