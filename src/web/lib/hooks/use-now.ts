import { use, useSyncExternalStore } from 'react';
import { SsrEnvironmentContext } from '../session/hydration.ts';
import { serverNow } from '../session/server-time.ts';

/** Texts count in days, so a delay of a minute is not visible. */
const intervalMilliseconds = 60_000;

/**
 * Returns a value that depends on the current time, and re-renders when it changes: a tab may stay open for days. `read` must
 * return a primitive or a stable reference.
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

/** One timer for all components, so that they agree on the date. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) stop = start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function start(): () => void {
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const timer = setInterval(notify, intervalMilliseconds);
  // Timers are throttled in hidden tabs and stop while the machine sleeps.
  document.addEventListener('visibilitychange', notify);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', notify);
  };
}
