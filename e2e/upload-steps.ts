import type { Page, Request, Route } from '@playwright/test';
import { uploadPartBytes, uploadsPath } from '../src/shared/versions/uploads.ts';

/** Shared helpers of tests that observe a running upload. */

/** Number of started uploads. */
export function countStartedUploads(page: Page): () => number {
  let begun = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === uploadsPath) begun += 1;
  });
  return () => begun;
}

/** The offset at which the body of a PATCH continues its upload. */
export function offsetOf(request: Request): number {
  return Number(request.headers()['upload-offset']);
}

/** Holds an upload as soon as the server has this many parts of it, until it is released. */
export function holdAfterParts(page: Page, parts: number) {
  return hold(page, `**${uploadsPath}/*`, 'PATCH', (request) => offsetOf(request) >= parts * uploadPartBytes);
}

/** Delays requests until they are released. */
export async function hold(
  page: Page,
  address: string,
  method: string,
  isMeant = (_request: Request) => true,
) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: come } = Promise.withResolvers<void>();
  await page.route(address, async (route: Route) => {
    const request = route.request();
    if (request.method() !== method || !isMeant(request)) return route.fallback();
    come();
    await released;
    // The page may have cancelled it meanwhile.
    await route.continue().catch(() => {});
  });
  return { held, release };
}
