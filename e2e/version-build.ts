import { expect, type FrameLocator, type Page } from '@playwright/test';
import { makeZip } from '../fixtures/zip.ts';
import { api } from './steps.ts';

/**
 * A game in which every resource reports its version: a stylesheet and its import, a script and its late
 * fetch, a worker with its import and fetch, a module and its dynamic import. It counts its plays where Unity
 * stores PlayerPrefs: in the IndexedDB `/idbfs`, under a name of origin and path. Without storage the count
 * is null.
 */
export function makeVersionBuild(version: number) {
  const page = `<!doctype html><meta charset="utf-8"><title>Game</title><link rel="icon" href="data:,">
    <link rel="stylesheet" href="style.css"><output></output><script src="game.js"></script>
    <script type="module" src="module.js"></script>`;
  const script = `
    const versions = { script: ${version} };
    const saves = new Promise((resolve, reject) => {
      const opening = indexedDB.open('/idbfs', 21);
      opening.onupgradeneeded = () => opening.result.createObjectStore('FILE_DATA');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const store = opening.result.transaction('FILE_DATA', 'readwrite').objectStore('FILE_DATA');
        const key = location.origin + location.pathname + '/PlayerPrefs';
        const reading = store.get(key);
        reading.onsuccess = () => {
          const plays = (reading.result ?? 0) + 1;
          store.put(plays, key).onsuccess = () => resolve(plays);
        };
      };
    }).catch(() => null);
    const worker = new Worker('worker.js');
    const fromWorker = new Promise((resolve, reject) => {
      worker.onmessage = (event) => resolve(event.data);
      worker.onerror = () => reject(new Error('The worker failed.'));
    });
    addEventListener('load', async () => {
      versions.style = Number(getComputedStyle(document.body).getPropertyValue('--style'));
      versions.imported = Number(getComputedStyle(document.body).getPropertyValue('--imported'));
      Object.assign(versions, await fromWorker);
      Object.assign(versions, { module: window.ofModule, ...(await window.importLate()) });
      versions.late = await (await fetch('late.json')).json();
      const plays = await saves;
      let best = null;
      if (plays !== null) {
        localStorage.best = Math.max(Number(localStorage.best ?? 0), ${version});
        best = localStorage.best;
      }
      document.querySelector('output').textContent = JSON.stringify({ versions, plays, best });
    });`;
  const worker = `
    importScripts('part.js');
    fetch('worker.json').then((answer) => answer.json()).then((fetched) =>
      postMessage({ worker: ${version}, part, fetched }));`;
  return {
    name: `game-${version}.zip`,
    mimeType: 'application/zip',
    buffer: makeZip([
      { name: 'index.html', data: page },
      { name: 'style.css', data: `@import "more.css"; body { --style: ${version} }` },
      { name: 'more.css', data: `body { --imported: ${version} }` },
      { name: 'game.js', data: script },
      {
        name: 'module.js',
        data: `window.ofModule = ${version}; window.importLate = () => import('./late.js').then((late) => ({ ...late }));`,
      },
      { name: 'late.js', data: `export const importedLate = ${version};` },
      { name: 'late.json', data: String(version) },
      { name: 'worker.js', data: worker },
      { name: 'part.js', data: `var part = ${version};` },
      { name: 'worker.json', data: String(version) },
    ]),
  };
}

/** The game's report on its page. */
export interface ReportedVersions {
  versions: Record<string, number>;
  plays: number | null;
  best: string | null;
}

/** All resources are of one version. */
export const allOfVersion = (version: number) => ({
  script: version,
  style: version,
  imported: version,
  worker: version,
  part: version,
  fetched: version,
  late: version,
  module: version,
  importedLate: version,
});

export async function readReportedVersions(frame: FrameLocator): Promise<ReportedVersions> {
  const output = frame.locator('output');
  await expect(output).toContainText('{', { timeout: 30_000 });
  return JSON.parse((await output.textContent()) ?? '');
}

/** @returns the id of the new version */
export async function publishVersionBuild(page: Page, id: string, version: number): Promise<string> {
  const fields = { changelog: `Version ${version}`, build: makeVersionBuild(version) };
  const answer = await api(page, 'POST', `/api/applications/${id}/versions`, fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.versionId;
}

/** Files of the game, one for each kind of requester. */
export const requestedFiles = [
  'late.json',
  'worker.json',
  'part.js',
  'more.css',
  'worker.js',
  'module.js',
  'late.js',
];

/**
 * Publishes something else during each of these requests of a page: the request waits until that is done.
 * Call it before the page is opened.
 * @returns the files requested so far
 */
export async function publishDuringRequests(
  page: Page,
  files: readonly string[],
  publish: () => Promise<unknown>,
): Promise<() => string[]> {
  const asked = new Set<string>();
  let publishing: Promise<unknown> = Promise.resolve();
  for (const file of files)
    await page.route(
      ({ pathname }) => pathname.endsWith(`/${file}`),
      async (route) => {
        asked.add(file);
        publishing = publishing.then(publish);
        await publishing;
        await route.continue();
      },
    );
  return () => [...asked].sort();
}
