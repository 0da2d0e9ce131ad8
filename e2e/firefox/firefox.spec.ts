import { createHash, randomBytes } from 'node:crypto';
import { makeInstanceBuild } from '../../fixtures/unity.ts';
import { makeZip } from '../../fixtures/zip.ts';
import { buildField, change, publish, publishPlayAndShare, signInDirectly } from '../person-steps.ts';
import { expect, test } from './firefox.ts';

test.use({ instance: 'firefox' });

test('a user signs in, chooses a plan, publishes, plays, updates, rolls back, shares and signs out', async ({
  visitor,
}) => {
  await publishPlayAndShare(visitor);
});

/** A page that shows the SHA-256 of each file as players get it. */
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
  await signInDirectly(eda, 'eda@example.test', 'Eda');
  await eda.sees('Get Started Free');
  const world = randomBytes(1_500_000);
  // A folder's files are compressed if that makes them smaller.
  const words = Buffer.from('The fox jumps over the dog.\n'.repeat(2_000));
  const filesWith = (level: Buffer) => ({
    'index.html': Buffer.from(tellingPage),
    'data/level.bin': level,
    'data/world.bin': world,
    'data/words.txt': words,
  });
  const zipWith = (level: Buffer) =>
    makeZip(Object.entries(filesWith(level)).map(([name, data]) => ({ name, data })));
  const id = await publish(eda, zipWith(randomBytes(200_000)));
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
  await eda.choose(buildField, zip);
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

test('a build with threads runs them in its own tab, and so does its page under a theme', async ({
  visitor,
}) => {
  const tom = await visitor();
  await signInDirectly(tom, 'tom@example.test', 'Tom');
  await tom.sees('Get Started Free');
  const page = '<!doctype html><title>Threads</title><link rel="icon" href="data:,">';
  const build = (await makeInstanceBuild({ threads: true })).map((entry) =>
    entry.name === 'index.html' ? { ...entry, data: page } : entry,
  );
  const id = await publish(tom, makeZip(build));
  const isIsolated = () => crossOriginIsolated && typeof SharedArrayBuffer === 'function';
  const guest = await visitor();
  for (const theme of ['vanilla', 'dark']) {
    await change(tom, id, { theme, isPublic: true });
    const mark = theme === 'vanilla' ? '/?v=' : 'flux-framed';
    // The browser has cached the page from the player, where it is not isolated.
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

function answerOfWorker(): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker('Build/Fixture.worker.js');
    worker.onmessage = () => resolve('runs');
    worker.onerror = () => reject(new Error('The worker does not run.'));
    worker.postMessage(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }));
  });
}
