import { Fragment } from 'react';
import { texts } from '../../i18n/en/ui.ts';
import { cn } from '../../lib/cn.ts';
import { useHydrated } from '../../lib/session/hydration.ts';

/** The platform's name of the modifier key. */
const useCommandKey = () =>
  useHydrated(
    () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : texts.ctrl),
    () => texts.ctrl,
  );

interface KeyCapsProps {
  /** 'g h' for one after the other, 'mod+k' for both at once. */
  keys: string;
  className?: string;
}

/** Keys as printed on a keyboard. */
export function KeyCaps({ keys, className }: KeyCapsProps) {
  const commandKey = useCommandKey();
  return (
    <span className={cn('inline-flex items-center gap-1 text-12 text-muted', className)}>
      {keys.split(' ').map((step, index) => (
        <Fragment key={step}>
          {index > 0 && <span className="sr-only">{texts.thenSaid}</span>}
          {step.split('+').map((key) => (
            <kbd
              key={key}
              className="grid h-5 min-w-5 place-items-center rounded-[4px] border border-line bg-raised px-1 font-sans leading-none"
            >
              {key === 'mod' ? commandKey : key.length === 1 ? key.toUpperCase() : key}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
