import { later } from './later.tsx';
import { MissingNotice } from './missing-part.tsx';
import { useOpenedOnce } from './use-opened-once.ts';

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

const ConfirmWindow = later(() => import('./confirm-window.tsx'), {
  missing: (missing) => <MissingNotice {...missing} />,
});

/** Asks before something that cannot be taken back. Focus starts on the harmless answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useOpenedOnce(props.open) && <ConfirmWindow {...props} />;
}
