import type { PlayerPart } from '#shared/themes.ts';
import type { DownloadProgress } from './arrivals.ts';
import { absolute, pathOf } from './elements.ts';
import { listenToRequests } from './requests.ts';

/**
 * Counts what arrives, and reports what goes wrong before the game runs and what Unity's loaders keep to themselves: they
 * wait for ever for a file that does not come, and throw where nobody catches. What browsers write down of requests
 * lacks the status in some, and in none a line that broke off, so whoever asks for a part is listened to.
 * @param parts without which the game cannot start, once they are asked for
 * @returns stops it
 */
export function watchLoading(
  parts: readonly PlayerPart[],
  arrivals: DownloadProgress,
  report: (failure: unknown) => void,
): () => void {
  const wanted = new Set(parts.map(({ address }) => pathOf(address)));
  const lost = (address: string, status: number) => {
    if (wanted.has(pathOf(address)))
      report(new Error(`Unable to load ${absolute(address)} (${status || 'no answer'})`));
  };
  const stops = [
    listenToRequests({
      received: (address, bytes) => arrivals.received(address, bytes),
      completed: (address) => arrivals.completed(address),
      failed,
    }),
    watchErrors((address) => lost(address, 0), report),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function watchErrors(lost: (address: string) => void, report: (failure: unknown) => void): () => void {
  const onError = (event: Event) => {
    if (event instanceof ErrorEvent) report(event.error ?? event.message);
    else if (event.target instanceof HTMLScriptElement) lost(event.target.src);
  };
  const onRejection = (event: PromiseRejectionEvent) => report(event.reason);
  // While it is on its way down: what a script that cannot be had tells its element comes up to nobody else.
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError, true);
    removeEventListener('unhandledrejection', onRejection);
  };
}
