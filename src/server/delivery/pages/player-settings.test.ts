import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Application, getApplication, updateApplication } from '#shared/apps/apps.ts';
import { embedCode } from '#shared/apps/embed.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { deviceAccesses } from '#shared/play/game-features.ts';
import { type Person, signIn, type Visitor, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { heard, makeApp, type TestBuild, visit } from '../test-build.ts';

/** The settings of how an application is played: who may change them, and what they change about what is served. */

const html = 'text/html; charset=utf-8';
const build: TestBuild = {
  'index.html': { content: '<!doctype html><title>Start</title>', type: html },
  'rules.html': { content: '<!doctype html><title>Rules</title>', type: html },
  'worker.js': { content: '1', type: 'text/javascript' },
};

let server: TestServer;
let ada: Person;
let eve: Person;
let appId: string;
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
  eve = await signIn(server, 'eve');
  ({ appId } = await makeApp(server, ada.id, build));
});
afterAll(() => server.close());

const change = async (body: object, who: Visitor = ada, id = appId): Promise<Application> => {
  const changed = await who.call(updateApplication, { params: { id }, body });
  await heard(server.context, id);
  return changed;
};
const read = (who: Visitor, id = appId) => who.call(getApplication, { params: { id } });
const page = { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
const open = (path: string, headers: object = {}, id = appId) =>
  visit(server, id, path, { ...page, ...headers });
/** A page in the version that the redirect to it names. */
const opened = async (path = '/', headers: object = {}, id = appId) => {
  const first = await open(path, headers, id);
  return first.status === 302 ? open(String(first.headers.location), headers, id) : first;
};
const policy = async (path = '/', headers: object = {}, id = appId) =>
  String((await opened(path, headers, id)).headers['permissions-policy']).split(', ');

describe('the settings', () => {
  const fresh = { deviceAccess: [], threadIsolation: 'automatic', singlePageRoutes: false };

  test('are off to begin with, and shown to those who may change them; what a game may ask for to all', async () => {
    expect(await read(ada)).toMatchObject(fresh);
    const hidden = { deviceAccess: [], threadIsolation: null, singlePageRoutes: null };
    for (const who of [eve, visitor(server)]) expect(await read(who)).toMatchObject(hidden);
  });

  test('are changed each alone, by a list or a form, and stay where nothing is said of them', async () => {
    expect(await change({ deviceAccess: ['midi', 'camera', 'midi'] })).toMatchObject({
      ...fresh,
      deviceAccess: ['camera', 'midi'],
    });
    expect(await change({ threadIsolation: 'on' })).toMatchObject({
      deviceAccess: ['camera', 'midi'],
      threadIsolation: 'on',
    });
    expect(await change({ deviceAccess: 'usb, hid', singlePageRoutes: 'true' })).toMatchObject({
      deviceAccess: ['usb', 'hid'],
      threadIsolation: 'on',
      singlePageRoutes: true,
    });
    expect(await read(ada)).toMatchObject({ deviceAccess: ['usb', 'hid'], singlePageRoutes: true });
    expect((await read(eve)).deviceAccess).toEqual(['usb', 'hid']);
    expect(await change({ ...fresh, deviceAccess: '' })).toMatchObject(fresh);
  });

  test.each([
    ['deviceAccess', ['camera', 'payment'], 'Please choose any of: camera, microphone,'],
    ['deviceAccess', 'everything', 'Please choose any of: camera, microphone,'],
    ['deviceAccess', 7, 'Please choose any of: camera, microphone,'],
    ['threadIsolation', 'sometimes', 'Please choose a thread isolation: automatic, on or off'],
    ['singlePageRoutes', 'maybe', 'Please choose true or false'],
  ])('are refused with a sentence: %s as %j', async (field, value, sentence) => {
    const error = await change({ [field]: value }).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(FluxError);
    expect(error).toMatchObject({
      code: 'invalid_input',
      fields: { [field]: expect.stringContaining(sentence) },
    });
    expect(await read(ada)).toMatchObject(fresh);
  });

  test('are changed by nobody who may not edit the application', async () => {
    const body = { deviceAccess: ['camera'] };
    await expect(change(body, visitor(server))).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(change(body, eve)).rejects.toMatchObject({ code: 'forbidden' });
    const { appId: id } = await makeApp(server, ada.id, build, { isPublic: false });
    await expect(change(body, eve, id)).rejects.toMatchObject({ code: 'app_not_found' });
    expect(await read(ada)).toMatchObject(fresh);
  });
});

describe('what a game may ask its players for', () => {
  afterAll(() => change({ deviceAccess: [] }));

  test('is nothing unless its owner switches it on, on every page of it, at once', async () => {
    const denied = deviceAccesses.map((feature) => `${feature}=()`);
    for (const path of ['/', '/rules.html'])
      expect(await policy(path)).toEqual(expect.arrayContaining(denied));
    await change({ deviceAccess: ['camera', 'bluetooth'] });
    for (const path of ['/', '/rules.html']) {
      const said = await policy(path);
      for (const feature of deviceAccesses)
        expect([feature, said.includes(`${feature}=()`)]).toEqual([
          feature,
          feature !== 'camera' && feature !== 'bluetooth',
        ]);
    }
    await change({ deviceAccess: [] });
    expect(await policy()).toEqual(expect.arrayContaining(denied));
  });

  test('holds for a page that the browser has kept: a 304 says it, too', async () => {
    const { headers } = await opened();
    await change({ deviceAccess: ['microphone'] });
    const said = await opened('/', { 'if-none-match': String(headers.etag) });
    expect(said.status).toBe(304);
    expect(String(said.headers['permissions-policy'])).toContain('camera=()');
    expect(String(said.headers['permissions-policy'])).not.toContain('microphone');
  });

  test('names nothing that Chromium on Linux does not know, and denies it to all others', async () => {
    await change({ deviceAccess: [] });
    expect(await policy('/', { 'sec-ch-ua-platform': '"Linux"' })).not.toContain('bluetooth=()');
    expect(await policy('/', { 'sec-ch-ua-platform': '"Windows"' })).toContain('bluetooth=()');
    expect(await policy()).toContain('bluetooth=()');
  });

  test('is handed on by the frames of embeds, themed pages, and the code for other sites', async () => {
    await change({ deviceAccess: ['camera', 'bluetooth'] });
    const embed = async (headers = {}) => {
      const { text, headers: said } = await visitor(server).fetch(`/embed/${appId}/play`, { headers });
      const allow = /<iframe [^>]*allow="([^"]*)"/.exec(text())?.[1]?.split('; ');
      return { allow, policy: String(said['permissions-policy']) };
    };
    const { allow, policy: around } = await embed();
    expect(allow).toEqual(expect.arrayContaining(['fullscreen *', 'camera *', 'bluetooth *', 'web-share *']));
    expect(allow).not.toContain('microphone *');
    expect(around).toMatch(/camera=\(self /);
    expect(around).toContain('microphone=()');
    const onLinux = await embed({ 'sec-ch-ua-platform': '"Linux"' });
    expect(onLinux.allow).toContain('camera *');
    expect(onLinux.allow?.filter((each) => /bluetooth|web-share/.test(each))).toEqual([]);

    const shown = await read(eve);
    expect(embedCode('https://flux.test', shown)).toMatch(/allow="[^"]*; camera \*; bluetooth \*"/);
    const answer = await visitor(server).fetch(
      `/api/oembed?url=${encodeURIComponent(`${server.context.config.publicUrl}/play/${appId}`)}`,
    );
    expect(answer.json()).toMatchObject({ html: expect.stringContaining('camera *') });

    await change({ theme: 'modern' });
    expect((await opened()).text()).toContain('"devices":["camera","bluetooth"]');
    await change({ deviceAccess: ['hid'] });
    expect((await opened()).text()).toContain('"devices":["hid"]');
    expect(await policy()).toContain('camera=()');
    await change({ theme: 'vanilla' });
  });
});

describe('isolation for threads', () => {
  const names = ['document-isolation-policy', 'cross-origin-opener-policy', 'cross-origin-embedder-policy'];
  const said = async (path: string, id = appId) => {
    const asked = path.endsWith('.js') ? await visit(server, id, path) : await opened(path, {}, id);
    return names.map((name) => asked.headers[name]);
  };
  const isolated = ['isolate-and-credentialless', 'same-origin', 'require-corp'];
  const open = ['none', 'unsafe-none', 'unsafe-none'];
  afterAll(() => change({ threadIsolation: 'automatic' }));

  test('is on for a build without threads where its owner says so, for pages and workers, and off again at once', async () => {
    expect(await said('/')).toEqual(open);
    expect(await change({ threadIsolation: 'on' })).toMatchObject({ needsThreads: true });
    expect(await said('/')).toEqual(isolated);
    expect(await said('/worker.js')).toEqual([isolated[0], undefined, isolated[2]]);
    expect((await read(eve)).needsThreads).toBe(true);
    expect(await change({ threadIsolation: 'automatic' })).toMatchObject({ needsThreads: false });
    expect(await said('/')).toEqual(open);
    expect(await said('/worker.js')).toEqual(Array(3));
  });

  test('ends for a page that the browser has kept', async () => {
    await change({ threadIsolation: 'on' });
    const { headers } = await opened();
    await change({ threadIsolation: 'off' });
    const again = await opened('/', { 'if-none-match': String(headers.etag) });
    expect([again.status, ...names.map((name) => again.headers[name])]).toEqual([304, ...open]);
  });

  test('is off for a build with threads where its owner says so, and the player does not missing them', async () => {
    const { appId: id } = await makeApp(server, ada.id, build, { report: { threads: true, pageMade: true } });
    const needs = async () => /"threads":(true|false)/.exec((await opened('/', {}, id)).text())?.[1];
    expect([await said('/', id), await needs()]).toEqual([isolated, 'true']);
    expect(await change({ threadIsolation: 'off' }, ada, id)).toMatchObject({ needsThreads: false });
    expect([await said('/', id), await needs()]).toEqual([open, 'false']);
  });
});

describe('single-page routes', () => {
  afterAll(() => change({ singlePageRoutes: false }));
  const start = '<title>Start</title>';

  test('show the start page at unknown paths to those who go there, and nowhere else', async () => {
    expect((await opened('/level/3')).status).toBe(404);
    await change({ singlePageRoutes: true });
    const level = await opened('/level/3');
    expect([level.status, level.text()]).toEqual([200, expect.stringContaining(start)]);
    expect(String(level.headers['permissions-policy'])).toContain('camera=()');
    // It binds the page to its version by its own address, as any page.
    expect((await open('/level/3')).headers.location).toMatch(/^\/level\/3\?v=[a-z2-7]{26}$/);
    expect((await opened('/level/3', { 'sec-fetch-dest': 'iframe' })).text()).toContain(start);
    // On an address that is no trustworthy origin browsers do not say what a request is for.
    expect(
      (await opened('/level/3', { 'sec-fetch-dest': undefined, 'sec-fetch-mode': undefined })).text(),
    ).toContain(start);
    expect((await opened('/rules.html')).text()).toContain('<title>Rules</title>');
  });

  test.each([
    ['a picture', { accept: 'image/*', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }],
    ['a script', { accept: '*/*', 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' }],
    ['what a game fetches', { accept: '*/*', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
    ['what it fetches as text', { accept: 'text/html', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
    ['an object in a page', { 'sec-fetch-dest': 'object', 'sec-fetch-mode': 'navigate' }],
    ['a program', { accept: '*/*', 'sec-fetch-dest': undefined, 'sec-fetch-mode': undefined }],
  ])('%s that is missing is a real 404', async (_what, headers) => {
    await change({ singlePageRoutes: true });
    expect((await open('/level/missing.png', headers)).status).toBe(404);
  });

  test('under a theme show its page, and lead to the root where that page starts the game itself', async () => {
    await change({ singlePageRoutes: true, theme: 'modern' });
    const themed = await opened('/level/3');
    expect([themed.status, themed.text()]).toEqual([200, expect.stringContaining('id="flux-frame"')]);
    expect((await opened(`${themed.headers.location ?? '/level/3'}?flux-framed=1`)).status).toBe(200);
    await change({ theme: 'vanilla' });
    const { appId: id } = await makeApp(server, ada.id, build, { report: { pageMade: true } });
    await change({ singlePageRoutes: true }, ada, id);
    const bound = await open('/level/3', {}, id);
    const root = await open(String(bound.headers.location), {}, id);
    expect([root.status, root.headers.location]).toEqual([302, expect.stringMatching(/^\/\?v=/)]);
  });
});
