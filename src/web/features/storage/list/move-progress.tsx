import { isMoving, type StorageConfig, type StorageMove } from '#shared/storage.ts';
import { sizeInWords } from '#shared/usage.ts';
import { counted } from '../../../lib/counted.ts';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { useMoveFiles, useStopMove } from '../use-storage.ts';
import { RowFailure } from './row-failure.tsx';

const words: Record<StorageMove['state'], string> = {
  running: 'Moving files here',
  waiting: 'Waiting to go on',
  stopped: 'Stopped. What has arrived stays.',
  failed: 'The files could not be moved',
  done: 'All files lie here',
};

/** How far 'Move files here' is. One that is done is shown by the files themselves. */
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
            {filesDone.toLocaleString('en')} of {counted(filesTotal, 'file')}, {sizeInWords(bytesDone)} of{' '}
            {sizeInWords(bytesTotal)}
          </span>
        </p>
        {isMoving(move) ? (
          <Button
            aria-label={`Stop moving files to ${name}`}
            aria-disabled={stop.isPending}
            onClick={() => stop.mutate()}
          >
            {stop.isPending ? 'Stopping...' : 'Stop'}
          </Button>
        ) : (
          <Button
            aria-label={`Go on moving files to ${name}`}
            aria-disabled={resume.isPending}
            onClick={() => resume.mutate()}
          >
            {state === 'failed' ? 'Try Again' : 'Go on'}
          </Button>
        )}
      </div>
      <Progress label={`Files moved to ${name}`} percent={percentOf(move)} />
      {problem && <p className="text-13 text-danger wrap-anywhere">{problem}</p>}
      {error && <RowFailure error={error} />}
    </div>
  );
}

/** By bytes, or by files where all of them are empty. */
function percentOf({ filesDone, filesTotal, bytesDone, bytesTotal }: StorageMove): number {
  const [done, total] = bytesTotal > 0 ? [bytesDone, bytesTotal] : [filesDone, filesTotal];
  return total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0;
}
