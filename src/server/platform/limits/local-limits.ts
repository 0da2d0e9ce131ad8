import { ByteLru } from '../byte-lru.ts';
import type { RateCount, Release, Semaphore, SharedLimits } from './shared-limits.ts';

const maxKeys = 10_000;

interface Window {
  count: number;
  endsAt: number;
}

interface SemaphoreState {
  count: number;
  /** Callbacks of the waiting callers, in order. */
  waiting: (() => void)[];
}

/** Limits in memory: of a server with one process, or in the primary process for all its workers. */
export class LocalLimits implements SharedLimits {
  readonly #windows = new Map<string, ByteLru<Window>>();
  readonly #held = new Map<string, SemaphoreState>();

  async count(name: string, key: string, windowMs: number): Promise<RateCount> {
    let windows = this.#windows.get(name);
    if (!windows) {
      windows = new ByteLru(maxKeys);
      this.#windows.set(name, windows);
    }
    const now = performance.now();
    const known = windows.get(key);
    if (known && known.endsAt > now) {
      known.count += 1;
      return { count: known.count, leftMs: known.endsAt - now };
    }
    windows.set(key, { count: 1, endsAt: now + windowMs }, 1);
    return { count: 1, leftMs: windowMs };
  }

  async tryAcquire(semaphores: readonly Semaphore[]): Promise<Release | null> {
    if (!this.#areFree(semaphores)) return null;
    const releases = semaphores.map(({ name }) => this.#take(name));
    return () => {
      for (const release of releases) release();
    };
  }

  async isFree(semaphores: readonly Semaphore[]): Promise<boolean> {
    return this.#areFree(semaphores);
  }

  async acquire({ name, most }: Semaphore): Promise<Release> {
    const held = this.#held.get(name);
    if (!held || held.count < most) return this.#take(name);
    await new Promise<void>((resolve) => held.waiting.push(resolve));
    return this.#releaseOf(name);
  }

  #areFree(semaphores: readonly Semaphore[]): boolean {
    return semaphores.every(({ name, most }) => (this.#held.get(name)?.count ?? 0) < most);
  }

  #take(name: string): Release {
    const held = this.#held.get(name) ?? { count: 0, waiting: [] };
    held.count += 1;
    this.#held.set(name, held);
    return this.#releaseOf(name);
  }

  #releaseOf(name: string): Release {
    let isHeld = true;
    return () => {
      if (isHeld) this.#leave(name);
      isHeld = false;
    };
  }

  #leave(name: string): void {
    const held = this.#held.get(name);
    if (!held) return;
    // The permit passes directly to the next waiting caller.
    const next = held.waiting.shift();
    if (next) {
      next();
    } else {
      held.count -= 1;
      if (held.count === 0) this.#held.delete(name);
    }
  }
}
