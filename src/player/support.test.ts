import { expect, test, vi } from 'vitest';
import type { PlayerData } from '#shared/apps/themes.ts';
import { failureOf } from './reasons.ts';
import { missingRequirement, noOwnOriginSentence } from './support.ts';

type Isolation = PlayerData['isolation'];

/** What somebody reads of a game with threads, in a frame or in a tab of its own. */
function told(isolation: Isolation, { inFrame = false, crossOriginIsolated = false } = {}): string | null {
  const here = { crossOriginIsolated };
  vi.stubGlobal('window', Object.assign(here, { parent: inFrame ? {} : here }));
  const lack = missingRequirement({ needs: { webAssembly: true, webGl: false, threads: true }, isolation });
  return lack && `${lack.title}. ${lack.sentence}`;
}

test('where no game has an address of its own, nobody is sent to another tab or browser for its threads', () => {
  for (const inFrame of [true, false]) {
    const said = told('sandbox', { inFrame });
    expect(said).toMatch(
      /^This game cannot run here\. .* This server does not give each game its own address\.$/,
    );
    expect(said).not.toMatch(/browser|tab|Chrome/);
  }
});

test('where each has one, a browser that isolates no frame is sent to a tab, and from there to another browser', () => {
  expect(told('origin', { inFrame: true })).toMatch(
    /^This browser cannot .* in its own tab, or in .* Chrome/,
  );
  expect(told('origin')).toMatch(/^This browser cannot .* in a current version of Chrome or Edge\.$/);
  expect(told('origin')).not.toMatch(/tab/);
});

test('nothing is missing where the page is isolated', () => {
  expect(told('origin', { crossOriginIsolated: true })).toBeNull();
});

test('a worker that an opaque origin may not load is told by what it lacks, whatever it is called', () => {
  // As Chromium 156 says it.
  const said = (name: string) =>
    `Failed to construct 'Worker': Script at 'http://10.0.0.1/_content/a/b/${name}' cannot be accessed from origin 'null'.`;
  for (const name of ['Build/Game.worker.js', 'download/Game.worker.js'])
    expect(failureOf(new Error(said(name))).sentence).toBe(noOwnOriginSentence);
});
