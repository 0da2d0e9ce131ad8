import { ByteLru } from '../byte-lru.ts';
import type { Bounds, Counted, Place, Release } from './bounds.ts';

const maxKeys = 10_000;

interface Window {
  count: number;
  endsAt: number;
}

interface Held {
  count: number;
  /** Each takes the place of whoever leaves. */
  waiting: (() => void)[];
}

/** Bounds in this process's memory: those of a Flux that is one process, and of all workers in the first of several. */
export class OwnBounds implements Bounds {
  readonly #windows = new Map<string, ByteLru<Window>>();
  readonly #held = new Map<string, Held>();

  async count(name: string, key: string, windowMs: number): Promise<Counted> {
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

  async tryHold(places: readonly Place[]): Promise<Release | null> {
    if (!this.#areFree(places)) return null;
    const releases = places.map(({ name }) => this.#take(name));
    return () => {
      for (const release of releases) release();
    };
  }

  async isFree(places: readonly Place[]): Promise<boolean> {
    return this.#areFree(places);
  }

  async hold({ name, most }: Place): Promise<Release> {
    const held = this.#held.get(name);
    if (!held || held.count < most) return this.#take(name);
    await new Promise<void>((resolve) => held.waiting.push(resolve));
    return this.#releaseOf(name);
  }

  #areFree(places: readonly Place[]): boolean {
    return places.every(({ name, most }) => (this.#held.get(name)?.count ?? 0) < most);
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
    // The place passes to the next in line without becoming free in between.
    const next = held.waiting.shift();
    if (next) {
      next();
    } else {
      held.count -= 1;
      if (held.count === 0) this.#held.delete(name);
    }
  }
}
