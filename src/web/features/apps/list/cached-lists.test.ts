import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { removeCardWithUndo } from './cached-lists.ts';
import { type LoadedList, listKey, ownAppsFilters } from './use-applications.ts';

const queryKey = listKey(ownAppsFilters);
const card = (id: string) => ({ id }) as ApplicationCard;
const page = (...ids: string[]) => ({ items: ids.map(card), nextCursor: null });
let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  show(page('a', 'b', 'c'), page('d', 'e'));
});

function show(...pages: ReturnType<typeof page>[]) {
  client.setQueryData<LoadedList>(queryKey, { pages, pageParams: pages.map(() => undefined) });
}
const shown = () =>
  client.getQueryData<LoadedList>(queryKey)?.pages.map(({ items }) => items.map(({ id }) => id).join(''));

it('puts a card back at its place', () => {
  const putBack = [removeCardWithUndo(client, 'd'), removeCardWithUndo(client, 'b')];
  expect(shown()).toEqual(['ac', 'e']);
  for (const put of putBack) put();
  expect(shown()).toEqual(['abc', 'de']);
});

it('restores only the card, whatever was added or removed since', () => {
  const putBack = removeCardWithUndo(client, 'b');
  removeCardWithUndo(client, 'c');
  show(page('a'), page('d', 'e'), page('f'));
  putBack();
  expect(shown()).toEqual(['ab', 'de', 'f']);
});

it('shows a card once if it came back by itself', () => {
  const putBack = removeCardWithUndo(client, 'd');
  show(page('d', 'a', 'b', 'c'));
  putBack();
  expect(shown()).toEqual(['dabc']);
});
