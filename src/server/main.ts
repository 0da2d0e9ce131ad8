import { flushCompileCache } from 'node:module';
import { Interrupted, Shutdown } from './lifecycle/shutdown.ts';
import { start } from './lifecycle/start.ts';
import { describeFailure } from './lifecycle/start-failure.ts';

const shutdown = new Shutdown();
shutdown.listen();
try {
  const address = await start(process.env, shutdown);
  console.log(`Flux is ready at ${address}`);
  // Else only a process that ends by itself leaves it to the next.
  flushCompileCache();
} catch (error) {
  if (!(error instanceof Interrupted)) console.error(describeFailure(error));
  await shutdown.unwind(1);
}
