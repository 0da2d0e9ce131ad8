import { AlertDialog as Primitive } from 'radix-ui';
import { Button } from '../forms/button.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import { useCloseWatcher } from './use-close-watcher.ts';
import { useEscape } from './use-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';

export default function ConfirmWindow({
  open,
  title,
  children,
  onConfirm,
  onCancel,
  harmless,
  ...labels
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus();
  const escapes = useEscape(onCancel);
  useCloseWatcher(open, onCancel);
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-stage/70" />
        <Primitive.Content
          {...returnFocus}
          {...escapes}
          className="fixed inset-x-4 inset-y-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] max-w-md overflow-y-auto rounded-picture border border-line bg-surface p-6 shadow-float"
        >
          <Primitive.Title className="text-20 font-semibold wrap-anywhere">{title}</Primitive.Title>
          <Primitive.Description className="mt-2 text-muted wrap-anywhere">{children}</Primitive.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Primitive.Cancel asChild>
              <Button>{labels.cancelLabel}</Button>
            </Primitive.Cancel>
            <Primitive.Action asChild>
              <Button variant={harmless ? 'primary' : 'danger'} onClick={onConfirm}>
                {labels.confirmLabel}
              </Button>
            </Primitive.Action>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
