import type { Page } from '@playwright/test';
import { type Upload, uploadsPath } from '../../src/shared/versions/uploads.ts';

/** Responses that the server delays or never sends. */

/** Never answers requests with a matching address, so that the loading state stays on screen. */
export function neverRespond(page: Page, ...patterns: RegExp[]): Promise<unknown> {
  return Promise.all(patterns.map((pattern) => page.route(pattern, () => {})));
}

/** Four versions await approval, one of them of an application with a long name. */
export function respondWithPendingVersions(page: Page): Promise<unknown> {
  const entry = (index: number, name: string, version: string, organization: string) => ({
    id: `version${index}`,
    version,
    uploadedAt: '2026-11-20T08:15:00.000Z',
    uploadedByUsername: 'Theo Lindqvist',
    application: { id: `application${index}`, name },
    organization: { id: `organization${index}`, _id: `organization${index}`, name: organization },
  });
  const versions = [
    entry(1, 'Comet Chaser', '1.4', 'Moonworks'),
    entry(2, 'Lighthouse', 'beta 2', 'Harbour Lane Museum'),
    entry(3, 'A walk through the rooms that nobody has opened in years', '1.0.0', 'Harbour Lane Museum'),
    entry(4, 'Tide Tables', '2.0', 'Harbour Lane Museum'),
  ];
  return page.route(/\/api\/approvals$/, (route) => route.fulfill({ json: { count: 4, versions } }));
}

/** The server responds with an error. */
export function respondWithError(page: Page, ...patterns: RegExp[]): Promise<unknown> {
  const json = { code: 'internal', error: 'Something went wrong on our side. Please try again.' };
  return Promise.all(
    patterns.map((pattern) => page.route(pattern, (route) => route.fulfill({ status: 500, json }))),
  );
}

/** The list is empty. */
export function respondWithEmptyList(page: Page, ...patterns: RegExp[]): Promise<unknown> {
  return Promise.all(patterns.map((pattern) => page.route(pattern, (route) => route.fulfill({ json: [] }))));
}

/**
 * Uploads start, and nothing of them arrives. The server gets no request. Otherwise every other screen would
 * offer to resume them.
 */
export function stallUploads(page: Page): Promise<unknown> {
  const headers = { location: `${uploadsPath}/${'a'.repeat(26)}`, 'tus-resumable': '1.0.0' };
  return page.route(new RegExp(`${uploadsPath}(/|$)`), (sent) => {
    const method = sent.request().method();
    if (method === 'POST') return sent.fulfill({ status: 201, headers });
    return method === 'PATCH' ? undefined : sent.fallback();
  });
}

/** Unpublished uploads from another device. */
export function respondWithUploads(page: Page, uploads: readonly Partial<Upload>[]): Promise<unknown> {
  const json = uploads.map((upload, index): Upload => {
    const [createdAt, expiresAt] = [-1, 23].map((hours) => new Date(Date.now() + hours * 3_600_000));
    return {
      id: `${'a'.repeat(25)}${index + 2}`,
      fileName: 'orbit-courier.zip',
      size: 100,
      offset: 43,
      state: 'waiting',
      target: null,
      targetName: null,
      createdAt: createdAt?.toISOString() ?? '',
      expiresAt: expiresAt?.toISOString() ?? '',
      ...upload,
    };
  });
  return page.route(new RegExp(`${uploadsPath}$`), (asked) => asked.fulfill({ json }));
}

export const appListPath = /\/api\/applications(\?|$)/;
export const appPath = /\/api\/applications\/[a-z2-7]{26}(\?|$)/;
