import { absolute } from './elements.ts';

/**
 * Reports what goes wrong before the game runs and what Unity's loaders keep to themselves: they wait for ever
 * for a file that does not come, and throw where nobody catches.
 * @returns stops it
 */
export function watchFailures(parts: readonly string[], report: (failure: unknown) => void): () => void {
  const wanted = new Set(parts.map((part) => new URL(absolute(part)).pathname));
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (
        entry instanceof PerformanceResourceTiming &&
        wanted.has(new URL(entry.name).pathname) &&
        failed(entry)
      )
        report(new Error(`Unable to load ${entry.name} (${entry.responseStatus || 'no answer'})`));
    }
  });
  observer.observe({ type: 'resource', buffered: true });
  const onError = (event: ErrorEvent) => report(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent) => report(event.reason);
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    observer.disconnect();
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
  };
}

/**
 * A preload that nobody waited for may be cancelled, older browsers tell no status, and to a page in an opaque
 * origin every file is another's, of which it is told none.
 */
function failed({ responseStatus, initiatorType }: PerformanceResourceTiming): boolean {
  if (typeof responseStatus !== 'number') return false;
  const untold = initiatorType === 'link' || self.origin === 'null';
  return responseStatus >= 400 || (responseStatus === 0 && !untold);
}
