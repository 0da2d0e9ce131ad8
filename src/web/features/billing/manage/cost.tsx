import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '#web/i18n/en/billing/manage.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { ProblemPanel } from './problem-panel.tsx';
import { upgradeProblem } from './upgrade-problem.ts';

interface CostProps {
  query: {
    data: { amountDue: number; currency: string } | undefined;
    error: unknown;
    isError: boolean;
    refetch: () => unknown;
  };
  /** The payment method, and the later payments. */
  children: ReactNode;
}

/** The immediate charge, as reported by the payment provider. */
export function Cost({ query: { data, error, isError, refetch }, children }: CostProps) {
  const problem = upgradeProblem(error, texts.upgradeFailed);
  return (
    <section
      aria-label={texts.whatYouPay}
      className="grid gap-1 rounded-picture border border-line bg-bg p-4"
    >
      <p className="flex min-h-8 items-baseline justify-between gap-4">
        <span className="text-16 font-semibold">{texts.dueNow}</span>
        {data && (
          <span className="text-24 font-semibold tabular-nums">
            {formatMoney(data.amountDue, data.currency)}
          </span>
        )}
        {!data && !isError && (
          <span role="status">
            <span className="sr-only">{texts.loadingThePrice}</span>
            <Skeleton className="h-6 w-24" />
          </span>
        )}
      </p>
      {data && <div className="grid gap-1 text-13 text-muted">{children}</div>}
      {!data && isError && problem.isOfCard && <ProblemPanel problem={problem} />}
      {!data && isError && !problem.isOfCard && (
        <p role="alert" className="flex flex-wrap items-center justify-between gap-2 text-danger">
          {texts.thePriceCouldNotBeLoaded}
          <Button onClick={() => refetch()}>
            <RotateCw strokeWidth={1.75} aria-hidden="true" />
            {texts.tryAgain}
          </Button>
        </p>
      )}
    </section>
  );
}
