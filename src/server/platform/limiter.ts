/** Runs at most so many pieces of work at once; the others wait in the order they came. */
export interface Limiter {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createLimiter(concurrency: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    run: async (work) => {
      if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        // The place passes to the next in line without becoming free in between.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
