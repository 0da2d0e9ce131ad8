import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePicture } from '#server/features/apps/thumbnails/testing.ts';
import { type Answer, request } from '#server/testing/http/request.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { type Application, updateApplication } from '#shared/apps/apps.ts';
import { embedCode, embedUrl } from '#shared/apps/embed.ts';

let server: TestServer;
let ada: Person;
let open: Application;
let closed: Application;
const name = 'Pong "<b>&';
const page = { name: 'pong.html', bytes: '<!doctype html><title>Pong</title>', type: 'text/html' };

beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
  const thumbnail = { name: 'cover.png', bytes: await makePicture('png') };
  const make = (isPublic: boolean) =>
    publishApp(ada, { body: { name, isPublic }, files: { build: page, thumbnail } });
  open = await make(true);
  closed = await make(false);
});
afterAll(() => server.close());

const { host } = new URL('http://elsewhere.test');
/** As a frame of another site asks: with no session, since its cookies stay at home. */
const framed = (path: string, headers: Record<string, string | undefined> = {}): Promise<Answer> =>
  request(server, path, {
    headers: {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-dest': 'iframe',
      origin: undefined,
      referer: `http://${host}/`,
      accept: 'text/html',
      ...headers,
    },
  });
const url = () => server.context.config.publicUrl;

describe('the page for frames', () => {
  test('shows a public app and leads to the game, without a script, a form or a session', async () => {
    for (const path of [`/embed/${open.id}`, `/embed/${open.id}/play`]) {
      const answer = await framed(path);
      const policy = String(answer.headers['content-security-policy']);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("form-action 'none'");
      expect(policy).not.toMatch(/script-src|frame-ancestors|unsafe/);
      expect(answer.headers['x-frame-options']).toBeUndefined();
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.text()).not.toMatch(/<script|<form|onclick|<b>/);
      expect(answer.text()).toContain('Pong &quot;&lt;b&gt;&amp;');
    }
    const poster = (await framed(`/embed/${open.id}`)).text();
    expect(poster).toContain(`href="/embed/${open.id}/play"`);
    expect(poster).toContain(`src="${open.thumbnailLargeUrl}"`);
    expect((await framed(`/embed/${open.id}/play`)).text()).toContain(`<iframe src="/serve/${open.id}"`);
  });

  test('hands its query on to the game and to the page on Flux, without what is Flux’s own', async () => {
    const query = 'a=1&amp;b=%22&amp;b=&quot;&amp;bare';
    const asked = 'key=x&a=1&b=%22&v=2&b="&bare';
    const poster = (await framed(`/embed/${open.id}?${asked}`)).text();
    expect(poster).toContain(`href="/embed/${open.id}/play?${query}"`);
    expect(poster).toContain(`href="${url()}/play/${open.id}?${query}"`);
    const player = (await framed(`/embed/${open.id}/play?${asked}`)).text();
    expect(player).toContain(`<iframe src="/serve/${open.id}?${query}"`);
  });

  test('is the same for its owner as for everybody', async () => {
    const bare = (answer: Answer) => answer.text().replaceAll(/nonce="[^"]*"/g, '');
    for (const path of [`/embed/${open.id}`, `/embed/${closed.id}`])
      expect(bare(await framed(path, { cookie: ada.cookie }))).toBe(bare(await framed(path)));
  });

  test('tells nothing of a private app: it is as one that is missing, with its key too', async () => {
    const bare = (answer: Answer) => [answer.status, answer.text().replaceAll(/nonce="[^"]*"/g, '')];
    const missing = bare(await framed(`/embed/${'a'.repeat(26)}`));
    expect(missing[0]).toBe(404);
    const { search } = new URL(closed.shareUrl ?? '');
    for (const path of [
      `/embed/${closed.id}`,
      `/embed/${closed.id}/play`,
      `/embed/${closed.id}${search}`,
      '/embed/constructor',
    ])
      expect(bare(await framed(path))).toEqual(missing);
  });

  test('is closed as soon as the app is private', async () => {
    const setPublic = (isPublic: boolean) =>
      ada.call(updateApplication, { params: { id: open.id }, body: { isPublic } });
    await setPublic(false);
    expect((await framed(`/embed/${open.id}`)).status).toBe(404);
    open = await setPublic(true);
    expect((await framed(`/embed/${open.id}`)).status).toBe(200);
  });
});

describe('who may frame the game itself', () => {
  const documentOf = async (app: Application, cookie: string) => {
    const led = await request(server, `/serve/${app.id}`, { headers: { cookie, accept: 'text/html' } });
    const place = new URL(String(led.headers.location));
    const entered = await request(server, place.pathname + place.search, { headers: { host: place.host } });
    if (entered.status !== 303) return entered;
    const grant = String(entered.headers['set-cookie']).split(';')[0];
    return request(server, String(entered.headers.location), {
      headers: { host: place.host, cookie: grant },
    });
  };
  const policyOf = async (app: Application) => {
    const document = await documentOf(app, ada.cookie);
    expect(document.status).toBe(200);
    return String(document.headers['content-security-policy']);
  };

  test('is anybody where it is public, and Flux alone where it is not', async () => {
    expect(await policyOf(open)).not.toContain('frame-ancestors');
    expect(await policyOf(open)).toMatch(/^sandbox allow-scripts allow-same-origin /);
    expect(await policyOf(closed)).toContain(`frame-ancestors ${url()} 'self'`);
  });
});

test('no other page of Flux can be framed', async () => {
  for (const path of [
    '/',
    `/play/${open.id}`,
    `/play/${open.id}?embed=1`,
    '/embed',
    `/embed/${open.id}/other`,
  ]) {
    const { headers } = await framed(path);
    expect([path, headers['content-security-policy']]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
  }
});

describe('oEmbed', () => {
  const ask = (query: Record<string, string>) =>
    request(server, `/api/oembed?${new URLSearchParams(query)}`, { headers: { origin: undefined } });
  const address = (app: Application = open) => `${url()}/play/${app.id}`;

  test('answers for the address of a public app what a consumer needs', async () => {
    for (const given of [address(), `${address()}?key=x#top`, embedUrl(url(), open.id)]) {
      const answer = await ask({ url: given, format: 'json', dnt: '1' });
      expect([answer.status, answer.headers['content-type']]).toEqual([
        200,
        'application/json; charset=utf-8',
      ]);
      expect(answer.json()).toEqual({
        version: '1.0',
        type: 'rich',
        provider_name: 'Flux',
        provider_url: url(),
        title: name,
        author_name: 'ada',
        thumbnail_url: url() + open.thumbnailLargeUrl,
        thumbnail_width: 800,
        thumbnail_height: 600,
        width: 960,
        height: 600,
        html: embedCode(url(), open),
      });
    }
  });

  test('its frame has the query of the address', async () => {
    const { html } = (await ask({ url: `${address()}?level=2&key=x&name=%20a+"` })).json<{ html: string }>();
    expect(html).toContain(`src="${embedUrl(url(), open.id)}?level=2&amp;name=%20a+%22"`);
  });

  test('its HTML is one frame, whatever the app is called', async () => {
    const { html } = (await ask({ url: address() })).json<{ html: string }>();
    expect(html).toMatch(/^<iframe src="[^"<>]+" title="Pong &quot;&lt;b&gt;&amp;"[^<>]*><\/iframe>$/);
  });

  test.each([
    [{ maxwidth: '480' }, { width: 480, height: 300, thumbnail_width: 400 }],
    [{ maxheight: '300' }, { width: 480, height: 300, thumbnail_width: 400 }],
    [
      { maxwidth: '480', maxheight: '150' },
      { width: 240, height: 150 },
    ],
    [
      { maxwidth: '5000', maxheight: '5000' },
      { width: 960, height: 600, thumbnail_width: 800 },
    ],
    [
      { maxwidth: '1', maxheight: '1' },
      { width: 1, height: 1 },
    ],
  ])('leaves %j its room', async (room, expected) => {
    const answer = (await ask({ url: address(), ...room })).json<Record<string, unknown>>();
    expect(answer).toMatchObject(expected);
    expect(answer.html).toContain(`width="${expected.width}" height="${expected.height}"`);
    if (!('thumbnail_width' in expected)) expect(answer).not.toHaveProperty('thumbnail_url');
  });

  test.each([
    ['no address', {}, 400],
    ['no number', { url: 'x', maxwidth: 'wide' }, 400],
    ['a negative number', { url: 'x', maxheight: '-1' }, 400],
    ['XML', { url: 'x', format: 'xml' }, 501],
    ['what is no address', { url: 'x' }, 404],
    ['another site', { url: 'https://elsewhere.test/play/a' }, 404],
    ['a site of nearly the same name', { url: 'http://flux.localhost.evil.test/play/a' }, 404],
    ['a script', { url: 'javascript:alert(1)' }, 404],
  ])('refuses %s as its specification says', async (_what, query, status) => {
    const answer = await ask(query);
    expect([answer.status, answer.json<{ success: boolean }>().success]).toEqual([status, false]);
  });

  test('knows only apps of this address, and of private ones only for who has the key', async () => {
    const shared = new URL(closed.shareUrl ?? '');
    const answers = await Promise.all(
      [
        `${url()}/upload`,
        `${url()}/play/${'a'.repeat(26)}`,
        address(closed),
        `${address(closed)}?key=wrong`,
      ].map((each) => ask({ url: each })),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(answers[2]?.text()).toBe(answers[1]?.text());
    expect(answers[3]?.text()).toBe(answers[1]?.text());
    const withKey = await ask({ url: shared.href });
    expect([withKey.status, withKey.json()]).toMatchObject([401, { code: 'unauthenticated' }]);
    expect(withKey.text()).not.toContain('Pong');
  });
});
