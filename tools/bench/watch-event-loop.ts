// Loaded into the server's process by `--import`; not part of the product. Watches the event loop with its
// own timer. On SIGUSR2 it writes the delays since the last signal to the file named by BENCH_LOOP_FILE.
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
