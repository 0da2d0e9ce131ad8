import { type ChildProcess, fork } from 'node:child_process';
import { lowerPriority } from './background-priority.ts';

/** How a sandboxed process ended: with an exit code or by a signal. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Set where we stopped it. */
  stoppedBy: 'time' | 'abort' | null;
  /** The end of its standard error, for the log. */
  lastWords: string;
}

export interface SandboxedProcessOptions {
  /** Absolute path of the module to run. */
  module: string;
  request: object;
  /** Absolute path of the only folder in which it may write. */
  folder: string;
  onMessage(message: unknown): void;
  maxSeconds: number;
  maxHeapMegabytes: number;
  /** Lets it load native code, which Node's permissions do not bind. */
  allowAddons?: boolean;
  signal?: AbortSignal | undefined;
}

const lastWordsBytes = 4096;

/**
 * Runs a module in a child process with a bounded heap, without the server's environment and without permission to write
 * outside `folder`. Sends it one request and resolves when the process has ended.
 */
export function runSandboxedProcess(options: SandboxedProcessOptions): Promise<ProcessEnd> {
  const child = fork(options.module, [], {
    execArgv: [
      `--max-old-space-size=${options.maxHeapMegabytes}`,
      // It may read (its own modules are in many places) but write only here, and start nothing.
      '--permission',
      '--allow-fs-read=*',
      `--allow-fs-write=${options.folder}`,
      ...(options.allowAddons ? ['--allow-addons', '--disable-warning=SecurityWarning'] : []),
      '--disable-warning=ExperimentalWarning',
      '--expose-gc',
    ],
    env: sandboxEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Like the threads that send files: uploads must not slow down the server.
  if (child.pid !== undefined) lowerPriority(child.pid);
  let stoppedBy: ProcessEnd['stoppedBy'] = null;
  const stop = (reason: 'time' | 'abort'): void => {
    stoppedBy ??= reason;
    child.kill('SIGKILL');
  };
  const onAbort = (): void => stop('abort');
  const timer = setTimeout(() => stop('time'), options.maxSeconds * 1000);
  options.signal?.addEventListener('abort', onAbort, { once: true });
  if (options.signal?.aborted) onAbort();
  const lastWords = collectLastWords(child);
  child.on('message', options.onMessage);
  // A process that dies immediately closes the channel during the request; its exit is reported anyway.
  child.send(options.request, () => {});
  return new Promise<ProcessEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stoppedBy, lastWords: lastWords() }));
  }).finally(() => {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', onAbort);
  });
}

/** The upload is hostile, so its process gets no secrets of the server. glibc returns freed memory immediately. */
function sandboxEnvironment(): Record<string, string> {
  const { SystemRoot } = process.env;
  return { MALLOC_MMAP_THRESHOLD_: '65536', ...(SystemRoot === undefined ? {} : { SystemRoot }) };
}

function collectLastWords(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-lastWordsBytes);
  });
  return () => words;
}
