import { ChevronRight, FlaskConical } from 'lucide-react';
import { texts } from '#web/i18n/en/billing/card-fields.ts';
import { Rich } from '#web/i18n/rich.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { List } from '#web/ui/lists/list.tsx';
import { formatNumber } from './card-text.ts';

const paying = '4242424242424242';

const refused = [
  ['4000000000000002', texts.isDeclined],
  ['4000000000009995', texts.hasNoFunds],
  ['4000000000000069', texts.hasExpired],
  ['4000000000000127', texts.hasAWrongCVC],
  ['4000000000000119', texts.cannotBeProcessed],
  ['4000000000000341', texts.isDeclinedWhenCharged],
] as const;

interface TestCardsProps {
  disabled: boolean;
  onFill: (number: string) => void;
}

/** Explains the test mode, and lists the accepted cards. */
export function TestCards({ disabled, onFill }: TestCardsProps) {
  return (
    <section aria-label={texts.testMode} className="grid gap-1 rounded-control bg-warning-quiet px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex items-center gap-2 text-warning">
          <FlaskConical size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          <span>
            <Rich
              text={texts.testModeNoMoneyMoves}
              with={{ strong: (inside) => <strong className="font-medium">{inside}</strong> }}
            />
          </span>
        </p>
        <Button disabled={disabled} onClick={() => onFill(paying)}>
          <Rich
            text={texts.fillInPaying}
            with={{ paying: <span className="font-mono text-13">{formatNumber(paying)}</span> }}
          />
        </Button>
      </div>
      <details className="group">
        <summary className="flex w-fit cursor-pointer list-none items-center gap-1 py-1 text-13 text-warning max-md:min-h-11 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
          />
          {texts.otherTestCardsAndPromoCodes}
        </summary>
        <List className="mt-1 grid gap-x-2 gap-y-1 sm:grid-cols-2">
          {refused.map(([number, what]) => (
            <li key={number}>
              <button
                type="button"
                disabled={disabled}
                onClick={() => onFill(number)}
                className="grid w-full rounded-control px-2 py-1.5 text-start hover:bg-bg/60"
              >
                <span className="font-mono text-13">{formatNumber(number)}</span>
                <span className="text-12 text-warning">{what}</span>
              </button>
            </li>
          ))}
        </List>
        <p className="px-2 pt-1 pb-2 text-12 text-warning">
          <Rich
            text={texts.promoCodesFlux25FiveoffFirstmonth}
            with={{
              span: (inside) => <span className="font-mono text-text">{inside}</span>,
              span2: (inside) => <span className="font-mono text-text">{inside}</span>,
              span3: (inside) => <span className="font-mono text-text">{inside}</span>,
            }}
          />
        </p>
      </details>
    </section>
  );
}
