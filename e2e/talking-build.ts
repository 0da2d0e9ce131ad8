import { makeZip } from '../fixtures/zip.ts';

/**
 * A game of which everything says its version: a stylesheet and what it imports, a script, what that fetches
 * late, a worker and what that imports and fetches. It counts its plays where Unity keeps PlayerPrefs: in the
 * IndexedDB `/idbfs`, under a name made of origin and path.
 */
export function talkingBuild(version: number) {
  const page = `<!doctype html><meta charset="utf-8"><title>Game</title><link rel="icon" href="data:,">
    <link rel="stylesheet" href="style.css"><output></output><script src="game.js"></script>`;
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
    });
    const worker = new Worker('worker.js');
    const fromWorker = new Promise((resolve, reject) => {
      worker.onmessage = (event) => resolve(event.data);
      worker.onerror = () => reject(new Error('The worker failed.'));
    });
    addEventListener('load', async () => {
      versions.style = Number(getComputedStyle(document.body).getPropertyValue('--style'));
      versions.imported = Number(getComputedStyle(document.body).getPropertyValue('--imported'));
      Object.assign(versions, await fromWorker);
      versions.late = await (await fetch('late.json')).json();
      localStorage.best = Math.max(Number(localStorage.best ?? 0), ${version});
      const plays = await saves;
      document.querySelector('output').textContent = JSON.stringify({ versions, plays, best: localStorage.best });
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
      { name: 'late.json', data: String(version) },
      { name: 'worker.js', data: worker },
      { name: 'part.js', data: `var part = ${version};` },
      { name: 'worker.json', data: String(version) },
    ]),
  };
}

/** What such a game says on its page. */
export interface Played {
  versions: Record<string, number>;
  plays: number;
  best: string;
}

/** All parts of it, of one version. */
export const every = (version: number) => ({
  script: version,
  style: version,
  imported: version,
  worker: version,
  part: version,
  fetched: version,
  late: version,
});
