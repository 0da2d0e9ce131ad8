import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../platform/telemetry/log.ts';

/** One cleanup step. `fast`: after a failure, so it skips optional waits. */
type Step = (fast: boolean) => Promise<void>;

/** A terminal, npm and the start script may each pass the same Ctrl+C on; within this time it is one. */
const sameSignalMs = 1_000;
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const maxStepMs = 35_000;
const maxFastStepMs = 5_000;

/** Thrown by `onEnd` and `check` when a signal came during the start: there is no point in going on. */
export class Interrupted extends Error {}

/** The shutdown of the process: started services are stopped in reverse order, then it exits. */
export class Shutdown {
  readonly #steps: { name: string; step: Step }[] = [];
  #log: Log | null = null;
  #started = false;
  #exitCode: number | null = null;

  /** Whether the end has begun. */
  get ending(): boolean {
    return this.#exitCode !== null;
  }

  /**
   * For a child process that its parent controls. A terminal signals both, and the child must run until the parent
   * has drained; it exits with its parent.
   */
  follow(): void {
    for (const signal of endSignals) process.on(signal, () => {});
    this.#endOnErrors();
  }

  /** Exits with 0 on a signal, or when the parent's channel closes. */
  listen(): void {
    let firstAt: number | null = null;
    const stop = () => {
      firstAt ??= Date.now();
      if (Date.now() - firstAt > sameSignalMs) process.exit(1);
      void this.end(0);
    };
    for (const signal of endSignals) process.on(signal, stop);
    process.once('disconnect', stop);
    process.channel?.unref();
    this.#endOnErrors();
  }

  #endOnErrors(): void {
    process.on('uncaughtException', (error) => {
      if (this.#log) this.#log.fatal({ err: error }, 'unexpected error; Flux stops');
      else console.error(error);
      void this.end(1, true);
    });
  }

  logTo(log: Log): void {
    this.#log = log;
  }

  /**
   * For a long startup.
   * @throws Interrupted if the shutdown has begun
   */
  check(): void {
    if (this.#exitCode !== null) throw new Interrupted();
  }

  /** From here on a signal undoes everything at once; before, the start notices it at its next step. */
  started(): void {
    this.#started = true;
    this.check();
  }

  /** @throws Interrupted if the shutdown has begun */
  onEnd(name: string, step: Step): void {
    this.#steps.push({ name, step });
    if (this.#exitCode !== null && !this.#started) throw new Interrupted();
  }

  async end(exitCode: number, fast = false): Promise<void> {
    if (this.#exitCode !== null) return;
    this.#exitCode = exitCode;
    if (this.#started || fast) await this.unwind(exitCode, fast);
  }

  /** Runs every cleanup step and exits, with the exit code of a shutdown in progress if there is one. */
  async unwind(exitCode: number, fast = false): Promise<never> {
    this.#exitCode ??= exitCode;
    for (let entry = this.#steps.pop(); entry; entry = this.#steps.pop()) {
      await this.#run(entry.name, entry.step, fast);
    }
    process.exit(this.#exitCode);
  }

  async #run(name: string, step: Step, fast: boolean): Promise<void> {
    const limit = new AbortController();
    const late = sleep(fast ? maxFastStepMs : maxStepMs, 'late', { signal: limit.signal });
    late.catch(() => {});
    try {
      if ((await Promise.race([step(fast), late])) === 'late')
        this.#log?.warn({ step: name }, 'took too long to stop; left as it is');
    } catch (error) {
      this.#log?.warn({ step: name, err: error }, 'could not be stopped in order');
    } finally {
      limit.abort();
    }
  }
}
