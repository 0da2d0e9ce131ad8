import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** WebKitGTK has no headless mode, so it draws on an X server with a screen in memory. */
export interface Display {
  /** As in the environment variable `DISPLAY`. */
  name: string;
  close(): Promise<void>;
}

export async function openDisplay(): Promise<Display> {
  const args = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-noreset'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(server, 'exit').then(() => null);
  const written = await Promise.race([once(server.stdout, 'data'), ended]);
  if (!written) throw new Error('Xvfb did not start.');
  return {
    name: `:${String(written[0]).trim()}`,
    close: async () => {
      server.kill();
      await ended;
    },
  };
}
