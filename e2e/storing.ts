import type { Page, Route } from '@playwright/test';
import type { StorageConfig } from '../src/shared/storage/storage.ts';

/** For states that no server is brought to in a moment: answers the list, and goes on with other calls. */
export async function answerConfigs(page: Page, answer: () => StorageConfig[]): Promise<void> {
  await page.route(/\/api\/storage\/configs$/, (route: Route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: answer() }) : route.fallback(),
  );
}
