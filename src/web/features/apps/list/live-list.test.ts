import { hashKey, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApplicationEvent } from '#shared/apps/app-events.ts';
import { countApplications } from '#shared/apps/app-list.ts';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { call } from '#web/api.ts';
import { ownCountKey } from '#web/lib/hooks/use-app-count.ts';
import type { GalleryFilters } from './filters.ts';
import { applyEvents } from './live-list.ts';
import { countKey, type LoadedList, listKey, loadPage, ownAppsFilters } from './use-applications.ts';

const everything: GalleryFilters = { ...ownAppsFilters, filter: undefined };
const narrowed: GalleryFilters = { ...everything, q: 'ferry' };

let client: QueryClient;
let asked: string[];
/** The server's list, by pages. */
let listed: string[][];
const letGo: (() => void)[] = [];

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const { pathname, searchParams } = new URL(address, 'https://flux.test');
    if (pathname.endsWith('/count')) return Response.json({ count: listed.flat().length, exact: true });
    if (pathname !== '/api/applications')
      return Response.json({ id: pathname.split('/').at(-1), name: 'now' });
    const page = Number(searchParams.get('cursor') ?? 0);
    const next = page + 1 < listed.length ? `</api/applications?cursor=${page + 1}>; rel="next"` : '';
    return Response.json(
      (listed[page] ?? []).map((id) => ({ id, name: 'listed' })),
      { headers: next ? { link: next } : {} },
    );
  });
});
afterEach(() => {
  for (const end of letGo.splice(0)) end();
  client.clear();
  vi.unstubAllGlobals();
});

/** Lists them as the gallery does, with their number above. */
async function show(filters: GalleryFilters, pages: string[][]): Promise<void> {
  listed = pages;
  const list = new InfiniteQueryObserver(client, {
    queryKey: listKey(filters),
    queryFn: ({ pageParam }) => loadPage(filters, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });
  const count = new QueryObserver(client, {
    queryKey: countKey(filters),
    queryFn: () => call(countApplications, { query: filters }),
  });
  letGo.push(
    list.subscribe(() => {}),
    count.subscribe(() => {}),
  );
  await vi.waitFor(() =>
    expect(list.getCurrentResult().isSuccess && count.getCurrentResult().isSuccess).toBe(true),
  );
  for (let page = 1; page < pages.length; page += 1) await list.fetchNextPage();
  asked = [];
}

const cards = (filters: GalleryFilters) =>
  client.getQueryData<LoadedList>(listKey(filters))?.pages.flatMap(({ items }) => items) ?? [];
const ids = (filters: GalleryFilters) => cards(filters).map(({ id }) => id);
const asksFor = (what: RegExp) => asked.filter((address) => what.test(address));

async function hear(
  filters: GalleryFilters,
  events: ApplicationEvent[],
  isScrolledOn = false,
): Promise<number> {
  let newCount = -1;
  await applyEvents(
    client,
    filters,
    events,
    () => isScrolledOn,
    (count) => {
      newCount = count;
    },
  );
  return newCount;
}

it('requests nothing if the changed application is not listed', async () => {
  await show(everything, [['a', 'b']]);
  await hear(everything, [
    { kind: 'edited', id: 'z' },
    { kind: 'activated', id: 'y' },
  ]);
  expect(asked).toEqual([]);
  expect(client.getQueryState(countKey(everything))?.isInvalidated).toBe(true);
});

it('requests a changed card once, without the count', async () => {
  await show(everything, [['a', 'b']]);
  await hear(everything, [
    { kind: 'edited', id: 'b' },
    { kind: 'activated', id: 'b' },
    { kind: 'activated', id: 'z' },
  ]);
  expect(asked).toEqual(['/api/applications/b']);
  expect(cards(everything).map(({ name }: ApplicationCard) => name)).toEqual(['listed', 'now']);
});

it('requests the pages if more cards changed than there are pages', async () => {
  await show(everything, [['a', 'b', 'c'], ['d']]);
  await hear(
    everything,
    ['a', 'b', 'c'].map((id) => ({ kind: 'edited', id }) as const),
    true,
  );
  expect(asksFor(/applications(\?|$)/)).toHaveLength(2);
  expect(asksFor(/applications\/\w+$/)).toEqual(['/api/applications/count']);
});

it('removes deleted cards, and refetches the count', async () => {
  await show(everything, [['a', 'b']]);
  await hear(everything, [
    { kind: 'edited', id: 'b' },
    { kind: 'removed', id: 'b' },
  ]);
  expect(asked).toEqual(['/api/applications/count']);
  expect(ids(everything)).toEqual(['a']);
});

it('refetches a filtered list after an edit, which may add or remove anything', async () => {
  await show(narrowed, [['a', 'b'], ['c']]);
  listed = [['b']];
  expect(await hear(narrowed, [{ kind: 'edited', id: 'a' }], true)).toBe(0);
  expect(ids(narrowed)).toEqual(['b']);
  listed = [['n', 'b']];
  expect(await hear(narrowed, [{ kind: 'edited', id: 'n' }])).toBe(0);
  expect(ids(narrowed)).toEqual(['n', 'b']);
  expect(asksFor(/count/)).toHaveLength(2);
});

it('a new version does not change the filters’ result', async () => {
  await show(narrowed, [['a', 'b']]);
  await hear(narrowed, [{ kind: 'activated', id: 'a' }]);
  expect(asked).toEqual(['/api/applications/a']);
});

it('refetches lists with other filters when they are next visible', async () => {
  await show(everything, [['a']]);
  client.setQueryData<LoadedList>(listKey(narrowed), { pages: [], pageParams: [] });
  await hear(everything, [{ kind: 'edited', id: 'a' }]);
  expect(client.getQueryState(listKey(narrowed))?.isInvalidated).toBe(true);
  expect(client.getQueryState(listKey(everything))?.isInvalidated).toBe(false);
});

it('refetches a list by name after an edit, but not one by time', async () => {
  const byName: GalleryFilters = { ...everything, sort: 'name' };
  await show(byName, [['a', 'b'], ['c']]);
  listed = [['b', 'a'], ['c']];
  await hear(byName, [{ kind: 'edited', id: 'a' }]);
  expect(ids(byName)).toEqual(['b', 'a']);
  const oldest: GalleryFilters = { ...everything, sort: 'oldest' };
  await show(oldest, [['a', 'b']]);
  await hear(oldest, [{ kind: 'edited', id: 'z' }]);
  expect(asked).toEqual([]);
});

it('shows new publications at the end of a list from the oldest on', async () => {
  const oldest: GalleryFilters = { ...everything, sort: 'oldest' };
  await show(oldest, [['a', 'b'], ['c']]);
  listed = [
    ['a', 'b'],
    ['c', 'n'],
  ];
  expect(await hear(oldest, [{ kind: 'published', id: 'n' }], true)).toBe(0);
  expect(ids(oldest)).toEqual(['a', 'b', 'c', 'n']);
});

it('counts a list once for all sort orders', () => {
  expect(countKey({ ...everything, sort: 'oldest' })).toEqual(countKey(everything));
});

it('counts the own applications once, for the gallery and for the limits of the plan', () => {
  expect(hashKey(countKey(ownAppsFilters))).toBe(hashKey(ownCountKey));
});
