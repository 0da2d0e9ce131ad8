import { useOverlay } from './use-overlay.ts';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: string;
  confirmLabel: string;
  cancelLabel: string;
  /** It can be undone, and deletes nothing. */
  harmless?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

const fetchWindow = () => import('./confirm-window.tsx');

/** Asks for confirmation of an action that cannot be undone. The harmless answer has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const ConfirmWindow = useOverlay(fetchWindow, props.open, props.onCancel);
  return ConfirmWindow && <ConfirmWindow {...props} />;
}
