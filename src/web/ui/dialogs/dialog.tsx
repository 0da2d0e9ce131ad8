import type { ReactNode } from 'react';
import { useOverlay } from './use-overlay.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  /** The width of a form. */
  wide?: boolean;
  /** Without a close button. */
  mustAnswer?: boolean;
  children: ReactNode;
}

const fetchWindow = () => import('./dialog-window.tsx');

/**
 * Moves focus in and back, closes on Escape and on a click outside. On phones it is a bottom sheet. Title and
 * close button stay visible while the content scrolls.
 */
export function Dialog(props: DialogProps) {
  const DialogWindow = useOverlay(fetchWindow, props.open, () => props.onOpenChange(false));
  return DialogWindow && <DialogWindow {...props} />;
}
