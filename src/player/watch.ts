import type { PlayerPart } from '#shared/apps/themes.ts';
import type { DownloadProgress } from './download-progress.ts';
import { absolute, pathOf } from './elements.ts';
import { listenToRequests } from './requests.ts';

/**
 * Tracks downloads and reports errors before the game runs. Unity's loaders do not report all of them: they wait forever for
 * a missing file, and throw uncaught errors. Resource timings lack the status in some browsers and aborted transfers in all,
 * so the page's requests are intercepted.
 * @param parts files without which the game cannot start
 * @returns stops it
 */
export function watchLoading(
  parts: readonly PlayerPart[],
  downloads: DownloadProgress,
  report: (failure: unknown) => void,
): () => void {
  const required = new Set(parts.map(({ address }) => pathOf(address)));
  const failed = (address: string, status: number) => {
    if (required.has(pathOf(address)))
      report(new Error(`Unable to load ${absolute(address)} (${status || 'no answer'})`));
  };
  const stops = [
    listenToRequests({
      received: (address, bytes) => downloads.received(address, bytes),
      completed: (address) => downloads.completed(address),
      failed,
    }),
    watchErrors((address) => failed(address, 0), report),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function watchErrors(failed: (address: string) => void, report: (failure: unknown) => void): () => void {
  const onError = (event: Event) => {
    if (event instanceof ErrorEvent) report(event.error ?? event.message);
    else if (event.target instanceof HTMLScriptElement) failed(event.target.src);
  };
  const onRejection = (event: PromiseRejectionEvent) => report(event.reason);
  // In the capture phase: the error event of a script element does not bubble.
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError, true);
    removeEventListener('unhandledrejection', onRejection);
  };
}
