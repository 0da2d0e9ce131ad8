import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { texts } from '#web/i18n/en/admin/usage.ts';
import { Rich } from '#web/i18n/rich.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatMoment } from '#web/lib/format/dates.ts';
import { Button } from '#web/ui/forms/button.tsx';
import type { Address } from '../address.ts';
import { BackgroundWorkFigures } from './background-work.tsx';
import { Growth, periods } from './growth.tsx';
import { UsageFigures } from './usage-figures.tsx';
import { FiguresSkeleton, GrowthSkeleton } from './usage-skeleton.tsx';
import { useBackgroundWork, useUsage, useUsageHistory } from './use-usage.ts';

export function UsageTab({ address }: { address: Address }) {
  const period = address.one('days', periods) ?? '30';
  const usage = useUsage();
  const history = useUsageHistory(Number(period));
  const work = useBackgroundWork();
  // Automatic refreshes are not announced.
  const [busy, setBusy] = useState(false);
  const refresh = () => {
    if (busy) return;
    setBusy(true);
    void Promise.all([usage.refetch(), history.refetch(), work.refetch()]).finally(() => setBusy(false));
  };
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-20 font-semibold">{texts.firebaseUsageStatistics}</h2>
          <p className="mt-1 text-muted">{texts.measuredOnThisServer}</p>
        </div>
        <div className="flex items-center justify-between gap-3 max-md:w-full">
          {usage.data ? (
            <p className="text-13 text-muted">
              <Rich
                text={texts.asOfTimestamp}
                with={{
                  timestamp: (
                    <time dateTime={usage.data.timestamp}>{formatMoment(usage.data.timestamp)}</time>
                  ),
                }}
              />
            </p>
          ) : (
            <p role="status" className="text-13 text-muted">
              {texts.loadingFirebaseUsageStatistics}
            </p>
          )}
          <Button aria-disabled={busy} onClick={refresh}>
            <RotateCw strokeWidth={1.75} aria-hidden="true" className={cn(busy && 'animate-spin')} />
            {texts.refreshData}
          </Button>
        </div>
      </div>
      {usage.data ? (
        <UsageFigures usage={usage.data} />
      ) : (
        <div aria-busy="true" className="grid gap-4">
          {usage.isError && <p className="text-muted">{texts.noDataYet}</p>}
          <FiguresSkeleton />
        </div>
      )}
      {history.isPending && <GrowthSkeleton />}
      {history.data && (
        <Growth
          history={history.data.days}
          period={period}
          busy={history.isPlaceholderData}
          onPeriod={(days) => address.change({ days })}
        />
      )}
      {work.data && !history.isPending && <BackgroundWorkFigures work={work.data} />}
    </div>
  );
}
