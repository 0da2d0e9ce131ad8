import { LoaderCircle } from 'lucide-react';
import { AlertDialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { texts } from '../../i18n/en/ui.ts';
import { Button } from '../forms/button.tsx';
import { useCloseWatcher } from './use-close-watcher.ts';
import { useEscape } from './use-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface DecisionDialogProps {
  title: string;
  /** The consequence, in a sentence or two. */
  text?: string;
  confirmLabel: string;
  cancelLabel?: string;
  /** Whether it only undoes something: then its button is not red. */
  harmless?: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** Inputs of the decision. */
  children?: ReactNode;
}

/** Asks for a decision, and stays until it is done: it may need a fresh sign-in first. */
export function DecisionDialog({ title, text, busy, onConfirm, onCancel, ...rest }: DecisionDialogProps) {
  const { confirmLabel, cancelLabel = texts.cancel, harmless, children } = rest;
  const returnFocus = useReturnFocus();
  const cancel = () => {
    if (!busy) onCancel();
  };
  const escapes = useEscape(cancel);
  useCloseWatcher(true, cancel);
  return (
    <Primitive.Root open onOpenChange={(open) => !open && cancel()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-stage/70" />
        <Primitive.Content
          {...returnFocus}
          {...escapes}
          className="fixed inset-x-4 inset-y-0 z-50 m-auto h-fit max-h-[90dvh] max-w-md overflow-y-auto rounded-picture border border-line bg-surface p-6 shadow-float"
        >
          <Primitive.Title className="text-20 font-semibold wrap-anywhere">{title}</Primitive.Title>
          <Primitive.Description className={text ? 'mt-2 text-muted wrap-anywhere' : 'sr-only'}>
            {text ?? title}
          </Primitive.Description>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (!busy) onConfirm();
            }}
          >
            {children}
            <div className="mt-6 flex flex-wrap justify-end gap-3">
              <Primitive.Cancel asChild>
                <Button aria-disabled={busy}>{cancelLabel}</Button>
              </Primitive.Cancel>
              <Button type="submit" variant={harmless ? 'primary' : 'danger'} aria-disabled={busy}>
                {busy && <LoaderCircle aria-hidden="true" className="animate-spin" />}
                {confirmLabel}
              </Button>
            </div>
          </form>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
