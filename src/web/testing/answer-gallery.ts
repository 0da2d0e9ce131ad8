import { page } from 'vitest/browser';
import { countApplications, listCreators, type Sort } from '#shared/apps/app-list.ts';
import {
  type ApplicationCard,
  getApplication,
  listApplications,
  updateApplication,
} from '#shared/apps/apps.ts';
import { type Answers, pageOf, refusal } from './answers.ts';
import { someone } from './samples/accounts.ts';
import { appOf } from './samples/apps.ts';

export const galleryPageLength = 24;

const byName = (one: ApplicationCard, other: ApplicationCard) =>
  one.name.localeCompare(other.name, 'en', { sensitivity: 'base' });

/** Given newest first. */
const orders: Record<Sort, (cards: ApplicationCard[]) => ApplicationCard[]> = {
  newest: (cards) => cards,
  oldest: (cards) => cards.toReversed(),
  name: (cards) => cards.toSorted(byName),
  'name-desc': (cards) => cards.toSorted(byName).toReversed(),
};

/** The server has the current content of `cards`; a search matches names. */
export function answerGallery(answers: Answers, cards: ApplicationCard[]): void {
  const found = ({ filter, q = '', creator, sort = 'newest' }: Record<string, string>) =>
    orders[sort as Sort](
      cards.filter(
        ({ name, uploadedBy }) =>
          name.toLowerCase().includes(q.toLowerCase()) &&
          (creator ?? uploadedBy) === uploadedBy &&
          (filter === undefined || uploadedBy === someone().id),
      ),
    );
  answers.answer(listApplications, ({ query }) => pageOf(found(query), query, galleryPageLength));
  answers.answer(countApplications, ({ query }) => ({ count: found(query).length, exact: true }));
  answers.answer(listCreators, ({ query }) => {
    const makers = new Map(cards.map(({ uploadedByUser: { id, username } }) => [id, { id, username }]));
    return pageOf([...makers.values()], query);
  });
  answers.answer(getApplication, ({ params }) => {
    const card = cards.find(({ id }) => id === params.id);
    return card ? appOf(card) : refusal('app_not_found');
  });
  answers.answer(updateApplication, ({ params, body }) => {
    const index = cards.findIndex(({ id }) => id === params.id);
    const before = cards[index];
    if (!before) return refusal('app_not_found');
    const { isPublic = before.isPublic, ...texts } = body;
    const changed = { ...before, ...texts, isPublic: String(isPublic) === 'true' };
    cards[index] = changed;
    return { ...appOf(changed), can: { ...changed.can, moveBack: false } };
  });
}

export const cardLink = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

export const countHeading = (count: number) =>
  page.getByRole('heading', { name: `Available Applications (${count})`, exact: true });

/** Chooses an item from the menu of an application. */
export async function choose(name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
