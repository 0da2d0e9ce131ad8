import { page } from 'vitest/browser';
import { getApplication, updateApplication } from '#shared/apps/apps.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { activateVersion, listVersions, type Version } from '#shared/versions/versions.ts';
import type { Answers } from './answers.ts';
import { openPage } from './open-page.tsx';
import { appOf, ownCard } from './samples/apps.ts';
import { someVersion } from './samples/versions.ts';
import { expect } from './test.ts';

export const entry = (version: string) =>
  page.getByRole('listitem', { name: `Version ${version}`, exact: true });

export const first = someVersion({ number: 3, version: '1.0.0' });
export const second = someVersion({ number: 2, version: '1.1', isActive: true });

interface Update {
  name?: string;
  versions?: Version[];
}

/**
 * The server has an own application with these versions.
 * @returns the address of its update page
 */
export function answerUpdate(
  answers: Answers,
  { name = 'Failures', versions = [second, first] }: Update = {},
): string {
  let card = ownCard({ name, version: versions.find(({ isActive }) => isActive)?.version });
  let listed = versions;
  answers.answer(listUploads, []);
  answers.answer(getApplication, () => appOf(card));
  answers.answerByDefault(listVersions, () => ({ success: true as const, versions: listed }));
  answers.answerByDefault(activateVersion, ({ body }) => {
    listed = listed.map((version) => {
      const isActive = version.id === body.versionId;
      return { ...version, isActive, can: { activate: !isActive, delete: !isActive, approve: false } };
    });
    return { success: true as const };
  });
  answers.answerByDefault(updateApplication, ({ body }) => {
    card = { ...card, ...(body as Partial<typeof card>) };
    const app = appOf(card);
    return { ...app, can: { ...app.can, moveBack: false } };
  });
  return `/update/${card.id}`;
}

/** The page of an own application with these versions. */
export async function openUpdate(answers: Answers, update: Update = {}) {
  const { name = 'Failures' } = update;
  await openPage(answerUpdate(answers, update), { answers });
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
}
