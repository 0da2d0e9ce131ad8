import { ChevronRight, FlaskConical } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { formatNumber } from './card-text.ts';

const paying = '4242424242424242';

const refused = [
  ['4000000000000002', 'is declined'],
  ['4000000000009995', 'has no funds'],
  ['4000000000000069', 'has expired'],
  ['4000000000000127', 'has another CVC'],
  ['4000000000000119', 'cannot be processed'],
  ['4000000000000341', 'is declined when charged'],
] as const;

interface TestCardsProps {
  disabled: boolean;
  onFill: (number: string) => void;
}

/** Says that no money moves here, and hands over the cards that are taken instead. */
export function TestCards({ disabled, onFill }: TestCardsProps) {
  return (
    <section aria-label="Test mode" className="grid gap-1 rounded-control bg-warning-quiet px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex items-center gap-2 text-warning">
          <FlaskConical size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          <span>
            <strong className="font-medium">Test mode.</strong> No money moves.
          </span>
        </p>
        <Button disabled={disabled} onClick={() => onFill(paying)}>
          Fill in <span className="font-mono text-13">{formatNumber(paying)}</span>
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
          Other test cards and promo codes
        </summary>
        <ul className="mt-1 grid gap-x-2 gap-y-1 sm:grid-cols-2">
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
        </ul>
        <p className="px-2 pt-1 pb-2 text-12 text-warning">
          Promo codes: <span className="font-mono text-text">FLUX25</span>,{' '}
          <span className="font-mono text-text">FIVEOFF</span>,{' '}
          <span className="font-mono text-text">FIRSTMONTH</span>
        </p>
      </details>
    </section>
  );
}
