import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { texts } from '../../i18n/en/ui.ts';
import { cn } from '../../lib/cn.ts';
import { Button } from '../forms/button.tsx';
import { keepOpenForNotifications } from '../loading/toast.tsx';
import type { DialogProps } from './dialog.tsx';
import { useCloseWatcher } from './use-close-watcher.ts';
import { useEscape } from './use-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';

export default function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  wide,
  mustAnswer = false,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus();
  const change = (next: boolean) => (next || !mustAnswer) && onOpenChange(next);
  const escapes = useEscape(() => change(false));
  useCloseWatcher(open, () => change(false));
  return (
    <Primitive.Root open={open} onOpenChange={change}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-stage/70" />
        <Primitive.Content
          {...returnFocus}
          {...escapes}
          onInteractOutside={keepOpenForNotifications}
          className={cn(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[90dvh] animate-rise flex-col overflow-hidden rounded-t-picture border border-line bg-surface shadow-float md:top-0 md:m-auto md:h-fit md:rounded-picture',
            wide ? 'md:w-140' : 'md:w-100',
          )}
        >
          <div className="scroll-pt-16 scroll-pb-24 overflow-y-auto p-6">
            <Primitive.Title className="sticky -top-6 z-10 -mx-6 -mt-6 bg-surface px-6 pt-6 pe-16 pb-1 text-20 font-semibold wrap-anywhere">
              {title}
            </Primitive.Title>
            <Primitive.Description className="text-muted wrap-anywhere">{description}</Primitive.Description>
            {children}
          </div>
          {!mustAnswer && (
            <Primitive.Close asChild>
              <Button
                variant="ghost"
                size="icon"
                aria-label={texts.closeDialog}
                className="absolute top-3 end-3 z-10"
              >
                <X strokeWidth={1.75} aria-hidden="true" />
              </Button>
            </Primitive.Close>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
