import { CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { texts } from '../../i18n/en/support.ts';
import { format } from '../../i18n/format.ts';
import { Panel } from '../../ui/layout/panel.tsx';

const shownMilliseconds = 2_000;

interface SentProps {
  /** Empty without a reply address. */
  repliesTo: string;
  onClose: () => void;
}

/** Confirms the request, and closes the dialog two seconds later. */
export function Sent({ repliesTo, onClose }: SentProps) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const timer = setTimeout(() => close(), shownMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Panel tone="success" tabIndex={-1} ref={takeFocus} className="mt-6 flex gap-3 outline-none">
      <CircleCheck size={20} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <div className="grid min-w-0 gap-1">
        <p className="font-medium">{texts.yourRequestHasBeenSent}</p>
        {repliesTo !== '' && (
          <p className="wrap-anywhere">{format(texts.weReplyWithin24HoursToRepliesto, { repliesTo })}</p>
        )}
      </div>
    </Panel>
  );
}

/** The focused form is gone. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
