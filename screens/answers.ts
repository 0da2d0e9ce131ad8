import type { Page } from '@playwright/test';

/** Answers that a server does not give at once, or never. */

/** The calls whose address matches are never answered: what is shown meanwhile stays. */
export function hold(page: Page, ...patterns: RegExp[]): Promise<unknown> {
  return Promise.all(patterns.map((pattern) => page.route(pattern, () => {})));
}

/** The server says that it cannot. */
export function fail(page: Page, ...patterns: RegExp[]): Promise<unknown> {
  const json = { code: 'internal', error: 'Something went wrong on our side. Please try again.' };
  return Promise.all(
    patterns.map((pattern) => page.route(pattern, (route) => route.fulfill({ status: 500, json }))),
  );
}

/** There is nothing. */
export function empty(page: Page, ...patterns: RegExp[]): Promise<unknown> {
  return Promise.all(patterns.map((pattern) => page.route(pattern, (route) => route.fulfill({ json: [] }))));
}

export const listed = /\/api\/applications(\?|$)/;
export const one = /\/api\/applications\/[a-z2-7]{26}(\?|$)/;
