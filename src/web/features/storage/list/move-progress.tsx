import { isMoving, type StorageConfig, type StorageMove } from '#shared/storage/storage.ts';
import { texts } from '#web/i18n/en/storage/list.ts';
import { format } from '#web/i18n/format.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { formatStored } from '#web/lib/format/sizes.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Progress } from '#web/ui/layout/progress.tsx';
import { useMoveFiles, useStopMove } from '../use-storage.ts';
import { RowFailure } from './row-failure.tsx';

const words: Record<StorageMove['state'], string> = {
  running: texts.movingFilesHere,
  waiting: texts.waitingToContinue,
  stopped: texts.stoppedMovedFilesStayHere,
  failed: texts.theFilesCouldNotBeMoved,
  done: texts.allFilesAreHere,
};

/** Progress of 'Move files here'. A finished move is visible from the files themselves. */
export function MoveProgress({ config: { id, name, move } }: { config: StorageConfig }) {
  const stop = useStopMove(id);
  const resume = useMoveFiles(id);
  if (!move || move.state === 'done') return null;
  const { state, filesDone, filesTotal, bytesDone, bytesTotal, problem } = move;
  const error = stop.error ?? resume.error;
  return (
    <div className="grid gap-2 lg:ps-14">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <p className="grid min-w-0">
          <span role="status" className="font-medium">
            {words[state]}
          </span>
          <span className="text-13 text-muted tabular-nums">
            {format(texts.filesdoneOfCountFilesBytesdoneOf, {
              filesDone: formatNumber(filesDone),
              filesTotal,
              bytesDone: formatStored(bytesDone),
              bytesTotal: formatStored(bytesTotal),
            })}
          </span>
        </p>
        {isMoving(move) ? (
          <Button
            aria-label={format(stop.isPending ? texts.stoppingName : texts.stopMovingFilesToName, { name })}
            aria-disabled={stop.isPending}
            onClick={() => stop.mutate()}
          >
            {stop.isPending ? texts.stopping : texts.stop}
          </Button>
        ) : (
          <Button
            aria-label={format(
              state === 'failed' ? texts.tryAgainMovingFilesToName : texts.continueMovingFilesToName,
              { name },
            )}
            aria-disabled={resume.isPending}
            onClick={() => resume.mutate()}
          >
            {state === 'failed' ? texts.tryAgain : texts.continueMoving}
          </Button>
        )}
      </div>
      <Progress label={format(texts.filesMovedToName, { name })} percent={percentOf(move)} />
      {problem && <p className="text-13 text-danger wrap-anywhere">{problem}</p>}
      {error && <RowFailure error={error} />}
    </div>
  );
}

/** By bytes, or by files if all of them are empty. */
function percentOf({ filesDone, filesTotal, bytesDone, bytesTotal }: StorageMove): number {
  const [done, total] = bytesTotal > 0 ? [bytesDone, bytesTotal] : [filesDone, filesTotal];
  return total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0;
}
