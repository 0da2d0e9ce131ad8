import type { Page, Route } from '@playwright/test';
import { type AdminLists, someDays, someUsage, someWork } from '../src/web/testing/samples/admin.ts';

/** States of the administration pages that a small Flux does not reach by itself. */

const pageLength = 50;

/** One page of a list, cut as by the server. The cursor is the index of the next item. */
function fulfillPage(route: Route, items: readonly unknown[]): Promise<void> {
  const url = new URL(route.request().url());
  const from = Number(url.searchParams.get('cursor') ?? 0);
  const next = from + pageLength;
  url.searchParams.set('cursor', String(next));
  const headers: Record<string, string> = next < items.length ? { link: `<${url.href}>; rel="next"` } : {};
  return route.fulfill({ json: items.slice(from, next), headers });
}

/** Responds in place of the server with the current content of `answers`. */
export async function answerAdmin(page: Page, answers: AdminLists): Promise<void> {
  const lists: [RegExp, () => readonly unknown[]][] = [
    [/\/api\/getFirebaseAuthUsers(\?|$)/, () => answers.users ?? []],
    [/\/api\/admin\/organizations(\?|$)/, () => answers.organizations ?? []],
    [/\/api\/admin\/applications(\?|$)/, () => answers.applications ?? []],
    [/\/api\/admin\/reports(\?|$)/, () => answers.reported ?? []],
    [/\/api\/admin\/audit-log(\?|$)/, () => answers.entries ?? []],
    [/\/api\/admin\/mails(\?|$)/, () => answers.mails ?? []],
  ];
  for (const [pattern, items] of lists) {
    await page.route(pattern, (route) =>
      route.request().method() === 'GET' ? fulfillPage(route, items()) : route.fallback(),
    );
  }
  await page.route(/\/api\/admin\/counts$/, (route) =>
    route.fulfill({
      json: {
        users: answers.users?.length ?? 0,
        organizations: answers.organizations?.length ?? 0,
        applications: answers.applications?.length ?? 0,
        openReports: answers.reported?.length ?? 0,
      },
    }),
  );
  await page.route(/\/api\/getFirebaseUsage$/, (route) => route.fulfill({ json: someUsage }));
  await page.route(/\/api\/admin\/background-work$/, (route) => route.fulfill({ json: someWork }));
  await page.route(/\/api\/admin\/usage-history/, (route) => {
    const count = Number(new URL(route.request().url()).searchParams.get('days') ?? 30);
    return route.fulfill({ json: { days: someDays(count) } });
  });
}
