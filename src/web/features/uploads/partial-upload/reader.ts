import { listFiles } from './list-files.ts';
import { packFiles } from './pack-files.ts';
import type { Task, TaskMessage } from './task.ts';

/** The worker that reads the build, so that the page stays responsive. */
const leastMillisecondsBetween = 100;

function send(message: TaskMessage): void {
  self.postMessage(message);
}

let reportedAt = 0;
function tell(done: number, total: number): void {
  const now = performance.now();
  if (now - reportedAt < leastMillisecondsBetween) return;
  reportedAt = now;
  send({ kind: 'progress', done, total });
}

self.addEventListener('message', async ({ data: task }: MessageEvent<Task>) => {
  try {
    const result =
      task.kind === 'list'
        ? await listFiles(task.picked, tell)
        : await packFiles(task.picked, task.listed, task.missing, tell);
    send({ kind: 'result', result });
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
});
