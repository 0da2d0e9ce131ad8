import type { Page, Route } from '@playwright/test';
import { uploadsPath } from '../src/shared/uploads.ts';

/** What journeys share that look at an upload while it runs. */

/** How many uploads were begun. */
export function countBegun(page: Page): () => number {
  let begun = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === uploadsPath) begun += 1;
  });
  return () => begun;
}

/** Keeps requests waiting until they are let go. */
export async function hold(page: Page, address: string, method: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: come } = Promise.withResolvers<void>();
  await page.route(address, async (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    come();
    await released;
    // The page may have given it up meanwhile.
    await route.continue().catch(() => {});
  });
  return { held, release };
}
