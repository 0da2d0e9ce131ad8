import { createHash, randomBytes } from 'node:crypto';
import { makeInstanceBuild } from '../../fixtures/unity.ts';
import { makeZip } from '../../fixtures/zip.ts';
import { every, type Played, talkingBuild } from '../talking-build.ts';
import { expect, type Person, test } from './firefox.ts';

test.use({ residents: 'firefox' });

async function signIn(person: Person, email: string, name: string): Promise<void> {
  await person.open('/');
  await person.click('button', 'Sign In');
  await person.click('button', 'Continue with Google');
  await person.sees('Local sign-in');
  await person.type('Email', email);
  await person.type('Display name', name);
  await person.click('button', 'Continue');
}

const playing = async (person: Person): Promise<Played> => JSON.parse(await person.played());

test('somebody signs in, chooses a plan, publishes, plays, updates, rolls back, shares and signs out', async ({
  visitor,
}) => {
  const ada = await visitor();
  await signIn(ada, 'ada@example.test', 'Ada');
  await ada.click('button', 'Get Started Free');
  await ada.sees('You are on the Indie plan.');

  await ada.click('link', 'Organizations');
  await ada.click('button', 'Create Organization');
  await ada.type('Name', 'Moonshot');
  await ada.click('button', 'Create Organization');
  await ada.sees('1 member');

  await ada.click('link', 'Upload');
  await ada.choose('[aria-labelledby=build-file-label]', talkingBuild(1));
  await ada.type('Name', 'Fox Run');
  await ada.select('select[name=organizationId]', 'Moonshot');
  await ada.click('button', 'Upload Application');
  expect(await playing(ada)).toEqual({ versions: every(1), plays: 1, best: '1' });
  const play = ada.page.url();

  await ada.click('link', 'Update');
  await ada.choose('[aria-labelledby=build-file-label]', talkingBuild(2));
  await ada.type('Changelog', 'The fox is faster.');
  await ada.click('button', 'Upload New Version');
  await ada.sees('Successfully uploaded version 1.1!');
  await ada.open(play);
  expect(await playing(ada)).toEqual({ versions: every(2), plays: 2, best: '2' });

  await ada.click('link', 'Versions');
  await ada.click('button', 'Rollback to version 1.0.0');
  await ada.click('button', 'Roll back');
  await ada.sees('Successfully rolled back to version 1.0.0!');
  await ada.open(play);
  // Its saves are those of before.
  expect(await playing(ada)).toEqual({ versions: every(1), plays: 3, best: '2' });

  await ada.click('button', 'QR and embed');
  const link = await ada.valueOf('Share link');
  const guest = await visitor();
  await guest.open(play);
  await guest.sees('Application not found');
  await guest.open(link);
  expect(await playing(guest)).toEqual({ versions: every(1), plays: 1, best: '1' });

  await ada.open('/');
  await ada.click('button', 'Account menu of Ada');
  await ada.click('menuitem', 'Logout');
  await ada.sees('Sign In');
  await ada.open(play);
  await ada.sees('Application not found');
});

/** Says of each of its files what it is called, as whoever plays it gets it. */
const tellingPage = `<!doctype html><title>Changes</title><link rel="icon" href="data:,"><output></output><script>
  const hashOf = async (path) => {
    const bytes = await (await fetch(path)).arrayBuffer();
    return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex();
  };
  Promise.all(['data/level.bin', 'data/world.bin', 'data/words.txt'].map(async (path) => [path, await hashOf(path)]))
    .then((all) => { document.querySelector('output').textContent = JSON.stringify(Object.fromEntries(all)); });
</script>`;

test('an update sends the one file that changed, of a zip and of a folder, and every file is right', async ({
  visitor,
}) => {
  const eda = await visitor();
  await signIn(eda, 'eda@example.test', 'Eda');
  await eda.sees('Get Started Free');
  const world = randomBytes(1_500_000);
  // A folder's files are packed where that makes them smaller.
  const words = Buffer.from('The fox jumps over the dog.\n'.repeat(2_000));
  const filesWith = (level: Buffer) => ({
    'index.html': Buffer.from(tellingPage),
    'data/level.bin': level,
    'data/world.bin': world,
    'data/words.txt': words,
  });
  const zipWith = (level: Buffer) =>
    makeZip(Object.entries(filesWith(level)).map(([name, data]) => ({ name, data })));
  const id = await eda.page.evaluate(publish, zipWith(randomBytes(200_000)).toString('base64'));
  const announced: number[] = [];
  eda.page.on('request', (request) => {
    const length = request.headers()['upload-length'];
    if (length !== undefined) announced.push(Number(length));
  });
  await eda.open(`/update/${id}`);
  const update = async (number: string) => {
    await eda.type('Changelog', 'Another level.');
    await eda.click('button', 'Upload New Version');
    await eda.sees(`Successfully uploaded version ${number}!`);
  };

  const [second, third] = [randomBytes(200_000), randomBytes(200_000)];
  const zip = { name: 'game.zip', buffer: zipWith(second) };
  await eda.choose('[aria-labelledby=build-file-label]', zip);
  await update('1.1');
  await eda.chooseFolder('[webkitdirectory]', 'My Game', filesWith(third));
  await update('1.2');
  expect(announced).toEqual([expect.any(Number), expect.any(Number)]);
  for (const length of announced) {
    expect(length).toBeGreaterThanOrEqual(second.length);
    expect(length).toBeLessThanOrEqual(second.length * 1.1);
  }

  await eda.open(`/play/${id}`);
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(JSON.parse(await eda.played())).toEqual({
    'data/level.bin': sha256(third),
    'data/world.bin': sha256(world),
    'data/words.txt': sha256(words),
  });
});

test('a build with threads has them in a tab of its own, and so has its page under a theme', async ({
  visitor,
}) => {
  const tom = await visitor();
  await signIn(tom, 'tom@example.test', 'Tom');
  await tom.sees('Get Started Free');
  const page = '<!doctype html><title>Threads</title><link rel="icon" href="data:,">';
  const build = (await makeInstanceBuild({ threads: true })).map((entry) =>
    entry.name === 'index.html' ? { ...entry, data: page } : entry,
  );
  const id = await tom.page.evaluate(publish, makeZip(build).toString('base64'));
  const isIsolated = () => crossOriginIsolated && typeof SharedArrayBuffer === 'function';
  const guest = await visitor();
  for (const theme of ['vanilla', 'dark']) {
    await tom.page.evaluate(change, id, { theme, isPublic: true });
    const mark = theme === 'vanilla' ? '/?v=' : 'flux-framed';
    // The browser has the page from the player already, where it is not isolated.
    await tom.open(`/play/${id}`);
    const inPlayer = await tom.page.waitForFrame((frame) => frame.url().includes(mark));
    expect(await inPlayer.evaluate(isIsolated)).toBe(false);
    await guest.open(`/play/${id}`);
    for (const each of [tom, guest])
      await each.sees('which this browser does not allow inside this page. Use Play in New Tab.');
    const tab = await tom.page.browserContext().newPage();
    await tab.goto(new URL(`/serve/${id}`, tom.page.url()).href);
    const game = await tab.waitForFrame((frame) => frame.url().includes(mark));
    expect(await game.evaluate(isIsolated)).toBe(true);
    expect(await game.evaluate(answerOfWorker)).toBe('runs');
    await tab.close();
  }
});

/** Run in the page. */
async function change(id: string, fields: { theme: string; isPublic: boolean }): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(fields);
  const answer = await fetch(`/api/applications/${id}`, { method: 'PATCH', headers, body });
  if (!answer.ok) throw new Error(`It is not changed: ${answer.status}`);
}

function answerOfWorker(): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker('Build/Fixture.worker.js');
    worker.onmessage = () => resolve('runs');
    worker.onerror = () => reject(new Error('The worker does not run.'));
    worker.postMessage(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }));
  });
}

/** Runs in the page. @returns the new application's id */
async function publish(zip: string): Promise<string> {
  const post = async (path: string, body: FormData | string) => {
    const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
    const answer = await fetch(path, { method: 'POST', body, ...(headers && { headers }) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  };
  await post('/api/subscriptions', JSON.stringify({ tier: 'indie' }));
  const organization = await post('/api/organizations', JSON.stringify({ name: 'Changing' }));
  const form = new FormData();
  form.append('name', 'Changes');
  form.append('organizationId', organization.id);
  const bytes = Uint8Array.from(atob(zip), (character) => character.charCodeAt(0));
  form.append('build', new Blob([bytes], { type: 'application/zip' }), 'game.zip');
  return (await post('/api/applications', form)).id;
}
