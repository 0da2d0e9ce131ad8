import { expect, test, vi } from 'vitest';
import type { PlayerData } from '#shared/apps/themes.ts';
import { failureOf } from './reasons.ts';
import { missingRequirement, noOwnOriginSentence } from './support.ts';

type Isolation = PlayerData['isolation'];

/** Messages about a game with threads, in a frame or in its own tab. */
function told(isolation: Isolation, { inFrame = false, crossOriginIsolated = false } = {}): string | null {
  const here = { crossOriginIsolated };
  vi.stubGlobal('window', Object.assign(here, { parent: inFrame ? {} : here }));
  const lack = missingRequirement({ needs: { webAssembly: true, webGl: false, threads: true }, isolation });
  return lack && `${lack.title}. ${lack.sentence}`;
}

test('without content origins no message suggests another tab or browser for threads', () => {
  for (const inFrame of [true, false]) {
    const said = told('sandbox', { inFrame });
    expect(said).toMatch(
      /^This game cannot run here\. .* This server does not give each game its own address\.$/,
    );
    expect(said).not.toMatch(/browser|tab|Chrome/);
  }
});

test('with content origins a browser without frame isolation suggests a tab, and there another browser', () => {
  expect(told('origin', { inFrame: true })).toMatch(
    /^This browser cannot .* in its own tab, or in .* Chrome/,
  );
  expect(told('origin')).toMatch(/^This browser cannot .* in a current version of Chrome or Edge\.$/);
  expect(told('origin')).not.toMatch(/tab/);
});

test('nothing is missing if the page is isolated', () => {
  expect(told('origin', { crossOriginIsolated: true })).toBeNull();
});

test('a worker that an opaque origin may not load is explained by the missing origin, whatever its name', () => {
  // The message of Chromium 156.
  const said = (name: string) =>
    `Failed to construct 'Worker': Script at 'http://10.0.0.1/_content/a/b/${name}' cannot be accessed from origin 'null'.`;
  for (const name of ['Build/Game.worker.js', 'download/Game.worker.js'])
    expect(failureOf(new Error(said(name))).sentence).toBe(noOwnOriginSentence);
});
