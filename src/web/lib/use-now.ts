import { use, useSyncExternalStore } from 'react';
import { SsrEnvironmentContext } from './hydration.ts';
import { serverNow } from './server-time.ts';

/** What is counted in days may be a moment late, and nobody sees it. */
const intervalMilliseconds = 60_000;

/**
 * What holds at this time, and follows it: a tab may stay open for days, in which nothing else is drawn anew. It must be the
 * same each time while it holds: a text, a number, or an object that is kept elsewhere.
 */
export function useNow<Value>(read: (now: number) => Value): Value {
  const { at } = use(SsrEnvironmentContext);
  return useSyncExternalStore(
    subscribe,
    () => read(serverNow()),
    () => read(at),
  );
}

const listeners = new Set<() => void>();
let stop = () => {};

/** One clock for all, so that no two parts of a page take it for another day. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) stop = start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function start(): () => void {
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const timer = setInterval(tell, intervalMilliseconds);
  // A tab that nobody looks at, or a machine that sleeps, has slow timers or none.
  document.addEventListener('visibilitychange', tell);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tell);
  };
}
