import { useId, useState } from 'react';
import { texts } from '#web/i18n/en/admin/usage.ts';
import { format } from '#web/i18n/format.ts';
import { cn } from '#web/lib/cn.ts';
import { DayTable } from './day-table.tsx';
import { type DayValue, dayInWords } from './days.ts';
import { axisEnd, linePaths } from './scale.ts';

interface DayChartProps {
  title: string;
  /** The value of a day: a level at its end, or an amount during it. */
  kind: 'level' | 'amount';
  thousand: 1000 | 1024;
  days: readonly DayValue[];
  inWords: (value: number) => string;
}

/**
 * A chart of one figure by day. Days can be selected by pointer or arrow keys, like a slider, and are also
 * available as a table.
 */
export function DayChart({ title, kind, thousand, days, inWords }: DayChartProps) {
  const id = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const last = days.length - 1;
  const index = Math.min(chosen ?? last, last);
  const shown = days[index];
  const end = axisEnd(Math.max(0, ...days.map(({ value }) => value ?? 0)), thousand);
  const words = (value: number | null | undefined) => (value == null ? texts.notKnown : inWords(value));
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex items-baseline justify-between gap-3">
        <h4 id={id} className="font-medium">
          {title}
        </h4>
        <button
          type="button"
          aria-label={format(asTable ? texts.chartOf : texts.tableOf, { title })}
          onClick={() => setAsTable(!asTable)}
          className="-my-2 rounded-control py-2 text-12 text-muted underline-offset-4 hover:text-text hover:underline"
        >
          {asTable ? texts.chart : texts.table}
        </button>
      </div>
      {/* Labelled by the day, drawn by the value. */}
      <dl className="flex flex-row-reverse items-baseline justify-end gap-2">
        <dt className="text-12 text-muted">{shown && dayInWords(shown.day)}</dt>
        <dd className="text-20 font-semibold tabular-nums">{words(shown?.value)}</dd>
      </dl>
      {asTable ? (
        <DayTable title={title} days={days} inWords={words} />
      ) : (
        <>
          {/* The time axis runs from left to right in every language. */}
          <div dir="ltr" className="mt-3 flex gap-2">
            <div
              className="relative h-36 min-w-0 flex-1 rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
              onPointerLeave={() => setChosen(null)}
              onPointerMove={({ clientX, currentTarget }) => {
                const { left, width } = currentTarget.getBoundingClientRect();
                const place = Math.floor(((clientX - left) / width) * days.length);
                setChosen(Math.max(0, Math.min(last, place)));
              }}
            >
              <Picture kind={kind} values={days.map(({ value }) => value)} end={end} marked={index} />
              <input
                type="range"
                aria-label={format(texts.titleDayByDay, { title })}
                aria-valuetext={shown && `${dayInWords(shown.day)}: ${words(shown.value)}`}
                min={0}
                max={last}
                value={index}
                onChange={(event) => setChosen(Number(event.target.value))}
                className="absolute inset-0 size-full cursor-crosshair opacity-0"
              />
            </div>
            <div
              aria-hidden="true"
              className="flex min-w-14 shrink-0 flex-col whitespace-nowrap justify-between text-12 text-muted tabular-nums"
            >
              {/* Each label is at its line. */}
              <span className="-mt-2">{inWords(end)}</span>
              <span>{end > 1 && inWords(end / 2)}</span>
              <span className="-mb-2">{inWords(0)}</span>
            </div>
          </div>
          <div dir="ltr" aria-hidden="true" className="mt-1.5 me-16 flex justify-between text-12 text-muted">
            <span>{days[0] && dayInWords(days[0].day)}</span>
            <span>{days.length > 1 && texts.today}</span>
          </div>
        </>
      )}
    </section>
  );
}

interface PictureProps extends Pick<DayChartProps, 'kind'> {
  values: readonly (number | null)[];
  end: number;
  marked: number;
}

function Picture({ kind, values, end, marked }: PictureProps) {
  const count = Math.max(1, values.length);
  const at = values[marked] ?? null;
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${count} 100`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible text-chart"
      >
        {[0, 50, 100].map((height) => (
          <path
            key={height}
            d={`M0 ${height}H${count}`}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {kind === 'amount'
          ? values.map((value, index) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a day's place is what it is
                key={index}
                x={index + 0.14}
                width={0.72}
                y={100 - ((value ?? 0) / end) * 100}
                height={((value ?? 0) / end) * 100}
                className={cn('fill-current', index !== marked && 'opacity-70')}
              />
            ))
          : linePaths(values, end).map((path) => <Line key={path} path={path} />)}
      </svg>
      {kind === 'level' && at !== null && (
        <span
          aria-hidden="true"
          className="absolute size-2 -translate-x-1/2 -translate-y-1/2 rounded-full bg-chart ring-2 ring-bg"
          style={{ left: `${((marked + 0.5) / count) * 100}%`, top: `${100 - (at / end) * 100}%` }}
        />
      )}
    </>
  );
}

function Line({ path }: { path: string }) {
  const [from, to] = [/^M(\S+)/.exec(path)?.[1], /.*[ML](\S+) \S+$/.exec(path)?.[1]];
  return (
    <>
      <path d={`${path}L${to} 100L${from} 100Z`} className="fill-current opacity-12" />
      <path d={path} fill="none" stroke="currentColor" strokeWidth={1.75} vectorEffect="non-scaling-stroke" />
    </>
  );
}
