import { useId } from 'react';
import { type BackgroundWork, backgroundWorkDays, type WorkFailure } from '#shared/admin/background-work.ts';
import { texts } from '#web/i18n/en/admin/usage.ts';
import { format } from '#web/i18n/format.ts';
import { formatMoment } from '#web/lib/format/dates.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { formatStored } from '#web/lib/format/sizes.ts';
import { List } from '#web/ui/lists/list.tsx';
import { Figure, Figures, Part } from './usage-figures.tsx';

/** Background work of the server: its cost, its benefit, and failed jobs. */
export function BackgroundWorkFigures({ work: { compression, deltas, failures } }: { work: BackgroundWork }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line pt-6">
      <h3 id={id} className="font-semibold">
        {texts.backgroundWork}
      </h3>
      <p className="mt-1 text-13 text-muted">
        {format(texts.addedUpOverTheLastDays, { days: backgroundWorkDays })}
      </p>
      <div className="mt-5 grid gap-x-10 gap-y-8 md:grid-cols-2">
        <Kind title={texts.compression} waiting={texts.jobsWaiting} work={compression} />
        <Kind title={texts.deltas} waiting={texts.applicationsWaiting} work={deltas} />
      </div>
      {failures.length === 0 ? (
        <p className="mt-6 text-13 text-muted">{texts.nothingFailed}</p>
      ) : (
        <Failures failures={failures} />
      )}
    </section>
  );
}

interface KindProps {
  title: string;
  /** The label of the queue's length. */
  waiting: string;
  work: BackgroundWork['deltas'];
}

function Kind({ title, waiting, work }: KindProps) {
  const { kept, tried } = work;
  const files = { kept: formatNumber(kept), tried: formatNumber(tried) };
  return (
    <Part level={4} title={title}>
      <Figures>
        <Figure label={waiting} value={formatNumber(work.waiting)} />
        <Figure label={texts.running} value={formatNumber(work.running)} />
        <Figure label={texts.cpuTime} value={timeInWords(work.cpuSeconds)} />
        <Figure label={texts.filesKept} value={format(texts.keptOfTried, files)} />
        <Figure label={texts.bytesSaved} value={formatStored(work.bytesSaved)} />
      </Figures>
    </Part>
  );
}

function Failures({ failures }: { failures: readonly WorkFailure[] }) {
  return (
    <div className="mt-6">
      <h4 className="text-14 font-semibold">{texts.failedRetrying}</h4>
      <List className="mt-2 grid gap-3 text-13">
        {failures.map((failure, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: jobs that compress have no name, and none of these has a state
          <li key={index} className="min-w-0 break-words">
            <p className="font-medium">
              {failure.application === null
                ? texts.compressionOfFiles
                : format(texts.deltasOfApplication, { application: failure.application.name })}
            </p>
            {failure.problem !== '' && (
              <p>
                <bdi>{failure.problem}</bdi>
              </p>
            )}
            <p className="text-muted">
              {format(texts.triedTimes, { count: failure.tries, moment: formatMoment(failure.nextTryAt) })}
            </p>
          </li>
        ))}
      </List>
    </div>
  );
}

const minute = 60;
const hour = 60 * minute;

/** '48 sec', '12.5 min', '3.1 hr', in the user's number format. */
function timeInWords(seconds: number): string {
  const [value, unit] =
    seconds >= 2 * hour
      ? ([seconds / hour, 'hour'] as const)
      : seconds >= 2 * minute
        ? ([seconds / minute, 'minute'] as const)
        : ([seconds, 'second'] as const);
  return formatNumber(value, { style: 'unit', unit, maximumFractionDigits: value < 100 ? 1 : 0 });
}
