import type { UsageDay } from '#shared/admin/usage.ts';
import { texts } from '#web/i18n/en/admin/usage.ts';
import { format } from '#web/i18n/format.ts';
import { cn } from '#web/lib/cn.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { formatStored } from '#web/lib/format/sizes.ts';
import { Select } from '#web/ui/forms/input.tsx';
import { DayChart } from './day-chart.tsx';

/** The number of days. */
export const periods = ['30', '90', '365'] as const;
export type Period = (typeof periods)[number];

interface GrowthProps {
  history: readonly UsageDay[];
  period: Period;
  busy: boolean;
  onPeriod: (period: string) => void;
}

const inFigures = (value: number) => formatNumber(value, { maximumFractionDigits: 1 });
const counts = { thousand: 1000, inWords: inFigures } as const;
const sizes = { thousand: 1024, inWords: formatStored } as const;

const charts = [
  { title: texts.users, figure: 'accounts', kind: 'level', ...counts },
  { title: texts.applications, figure: 'applications', kind: 'level', ...counts },
  { title: texts.bytesStored, figure: 'bytesStored', kind: 'level', ...sizes },
  { title: texts.plays, figure: 'plays', kind: 'amount', ...counts },
  { title: texts.bytesDelivered, figure: 'bytesDelivered', kind: 'amount', ...sizes },
] as const;

/** In two columns the last of the five spans both. */
export const chartsClasses =
  'mt-5 grid gap-x-10 gap-y-8 transition-opacity md:grid-cols-2 md:max-lg:[&>:last-child]:col-span-2 lg:grid-cols-6';

export const chartClasses = (kind: 'level' | 'amount') =>
  kind === 'level' ? 'min-w-0 lg:col-span-2' : 'min-w-0 lg:col-span-3';

/** History by day: growth, plays and delivered bytes. */
export function Growth({ history, period, busy, onPeriod }: GrowthProps) {
  return (
    <section aria-label={texts.dayByDay} className="border-t border-line pt-6">
      <div className="flex items-center justify-between gap-4">
        <h3 className="font-semibold">{texts.dayByDay}</h3>
        <Select
          aria-label={texts.period}
          value={period}
          onChange={(event) => onPeriod(event.target.value)}
          className="w-36"
        >
          {periods.map((each) => (
            <option key={each} value={each}>
              {each === '365' ? texts.lastYear : format(texts.lastEachDays, { each })}
            </option>
          ))}
        </Select>
      </div>
      <div aria-busy={busy || undefined} className={cn(chartsClasses, busy && 'opacity-60')}>
        {charts.map(({ figure, ...chart }) => (
          <div key={figure} className={chartClasses(chart.kind)}>
            <DayChart {...chart} days={history.map((each) => ({ day: each.day, value: each[figure] }))} />
          </div>
        ))}
      </div>
    </section>
  );
}
