import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReadAnswer, ReadOne } from './messages.ts';

const childModule = fileURLToPath(new URL('reader-child.ts', import.meta.url));

/**
 * A process that reads one archive after another under the restrictions of
 * `platform/processes/sandboxed-process.ts`: a bounded heap, no environment, no write access outside
 * `folder`.
 */
export class Reader {
  readonly #folder: string;
  #child: ChildProcess | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns null if the process died; the next archive gets a new one */
  async read(request: ReadOne): Promise<ReadAnswer | null> {
    this.#child ??= this.#start();
    const child = this.#child;
    return new Promise((resolve) => {
      const settle = (answer: ReadAnswer | null): void => {
        child.off('message', settle);
        child.off('close', onClose);
        if (answer === null) this.#child = null;
        resolve(answer);
      };
      const onClose = (): void => settle(null);
      child.on('message', settle);
      child.once('close', onClose);
      child.send(request, () => {});
    });
  }

  stop(): void {
    this.#child?.disconnect();
    this.#child = null;
  }

  #start(): ChildProcess {
    return fork(childModule, [], {
      execArgv: [
        '--max-old-space-size=256',
        '--permission',
        '--allow-fs-read=*',
        `--allow-fs-write=${this.#folder}`,
        '--disable-warning=ExperimentalWarning',
      ],
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }
}
