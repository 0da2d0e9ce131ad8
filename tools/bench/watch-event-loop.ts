// Loaded into the server's process by `--import`, beside the product and not part of it: watches the event loop by
// a timer of its own, and on SIGUSR2 writes what it saw since the last time to the file named by BENCH_LOOP_FILE.
import { renameSync, writeFileSync } from 'node:fs';
import { watchEventLoop } from '../../src/server/testing/measures/event-loop.ts';

const file = process.env.BENCH_LOOP_FILE;
if (file && process.argv[1]?.endsWith('main.js')) {
  let watch = watchEventLoop();
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, JSON.stringify(watch.stop()));
    renameSync(`${file}.new`, file);
    watch = watchEventLoop();
  });
}
