import { useOverlay } from './use-overlay.ts';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: string;
  confirmLabel: string;
  cancelLabel: string;
  /** It can be taken back, and destroys nothing. */
  harmless?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

const fetchWindow = () => import('./confirm-window.tsx');

/** Asks before something that cannot be taken back. Focus starts on the harmless answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const ConfirmWindow = useOverlay(fetchWindow, props.open, props.onCancel);
  return ConfirmWindow && <ConfirmWindow {...props} />;
}
