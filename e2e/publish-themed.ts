import type { Page } from '@playwright/test';
import type { FixtureEntry } from '../fixtures/tree.ts';
import { makeZip } from '../fixtures/zip.ts';
import { expect } from './server.ts';
import { publishByApi } from './steps.ts';

/**
 * Publishes a public build under a theme.
 * @returns the application's id
 */
export async function publishThemed(
  page: Page,
  name: string,
  theme: string,
  entries: readonly FixtureEntry[],
): Promise<string> {
  const build = { name: 'build.zip', mimeType: 'application/zip', buffer: makeZip([...entries]) };
  const { status, body } = await publishByApi(page, { name, theme, isPublic: 'true', build });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}
