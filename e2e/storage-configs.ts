import type { Page, Route } from '@playwright/test';
import type { StorageConfig } from '../src/shared/storage/storage.ts';

/**
 * Overrides the list of configurations, for states that take long to reach on a server. Other calls reach the
 * server.
 */
export async function respondWithConfigs(page: Page, answer: () => StorageConfig[]): Promise<void> {
  await page.route(/\/api\/storage\/configs$/, (route: Route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: answer() }) : route.fallback(),
  );
}
