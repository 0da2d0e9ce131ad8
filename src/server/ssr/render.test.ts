import { expect, test, vi } from 'vitest';
import type { InitialQuery, SsrPayload } from '#shared/play/ssr.ts';
import { SenderRateLimited, SsrRenderer } from './render.ts';

const hints = { locale: 'en', wide: false };
const query: InitialQuery = { url: '/api/session', key: ['session'], paged: false };

function start(options: Partial<ConstructorParameters<typeof SsrRenderer>[0]> = {}) {
  let time = 0;
  const render = vi.fn(
    (path: string, _: SsrPayload) => `<link rel="preload" as="image" href="/a.webp"/><p>${path}</p>`,
  );
  const failures: unknown[] = [];
  const renderer = new SsrRenderer({
    pages: { queriesFor: (path) => (path.startsWith('/no') ? null : [query]), render: render },
    query: async () => ({ user: null }),
    host: 'flux.localhost',
    rest: '</div><noscript></noscript>',
    now: () => time,
    onFailure: (error) => failures.push(error),
    ...options,
  });
  const page = (path: string, more: Partial<Parameters<SsrRenderer['render']>[0]> = {}) =>
    renderer.render({ path, hints, state: '', sender: '127.0.0.1', ...more });
  return { renderer, render, page, failures, pass: (milliseconds: number) => (time += milliseconds) };
}
const textOf = (rendered: Awaited<ReturnType<SsrRenderer['render']>>) => String(rendered?.end.plain);

test('a page contains the HTML and its data, and preloads its images', async () => {
  const rendered = await start().page('/faq');
  expect(textOf(rendered)).toMatch(
    /^<p>\/faq<\/p><\/div><script type="application\/json" id="ssr-payload">\{.*\}<\/script><noscript>/,
  );
  expect(textOf(rendered)).toContain('[["session"],{"user":null}]');
  expect(rendered?.preloads).toEqual(['<link rel="preload" as="image" href="/a.webp"/>']);
});

test('data cannot close the script element that contains it', async () => {
  const hostile = '</script><script>alert(1)</script><!--<script>';
  const { page } = start({ query: async () => hostile });
  const text = textOf(await page('/faq'));
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(text).not.toContain('<!--');
  const json = /id="ssr-payload">(.*?)<\/script>/.exec(text)?.[1] ?? '';
  expect((JSON.parse(json) as SsrPayload).results).toEqual([[['session'], hostile]]);
});

test('concurrent requests share one render; after expiry and after a change the page is rendered again', async () => {
  const { renderer, render, page, pass } = start();
  const rendered = await Promise.all(Array.from({ length: 100 }, () => page('/faq')));
  expect(new Set(rendered).size).toBe(1);
  await page('/faq');
  expect(render).toHaveBeenCalledTimes(1);
  pass(5_000);
  await page('/faq');
  expect(render).toHaveBeenCalledTimes(2);
  renderer.invalidate();
  await page('/faq');
  expect(render).toHaveBeenCalledTimes(3);
});

test('other locales, screen widths and data versions get separate pages', async () => {
  const { render, page } = start();
  await page('/faq');
  await page('/faq', { hints: { ...hints, locale: 'de' } });
  await page('/faq', { hints: { ...hints, wide: true } });
  await page('/faq', { state: 'edited' });
  expect(render).toHaveBeenCalledTimes(4);
});

test('a render that began before a change is not cached', async () => {
  let answer = (_: unknown) => {};
  const { renderer, render, page } = start({ query: () => new Promise((resolve) => (answer = resolve)) });
  const first = page('/faq');
  renderer.invalidate();
  answer({ user: null });
  await first;
  const second = page('/faq');
  answer({ user: null });
  await second;
  expect(render).toHaveBeenCalledTimes(2);
});

test.each([
  ['a page without server-side rendering', '/nowhere', {}],
  ['a refusal', '/faq', { query: async () => null }],
  ['an error', '/faq', { query: async () => Promise.reject(new Error('no database')) }],
  ['a late response', '/faq', { query: () => new Promise(() => {}), limits: { waitMilliseconds: 20 } }],
])('%s leaves rendering to the browser', async (_, path, options) => {
  expect(await start(options).page(path)).toBeNull();
});

test('after a failure or timeout browsers render for a while, then the server tries again', async () => {
  for (const outcome of [
    async () => Promise.reject(new Error('no database')),
    async () => null,
    () => new Promise(() => {}),
  ]) {
    const ask = vi.fn<() => Promise<unknown>>(outcome);
    const { page, pass } = start({ query: ask, limits: { waitMilliseconds: 20 } });
    await page('/faq');
    pass(9_999);
    expect(await page('/faq')).toBeNull();
    expect(ask).toHaveBeenCalledTimes(1);
    pass(1);
    ask.mockResolvedValue({});
    expect(await page('/faq')).not.toBeNull();
  }
});

test('a sender over the rate limit gets no page, and other senders that share the render do', async () => {
  const spent = ['198.51.100.1', '198.51.100.2'];
  const ask = vi.fn(async (_: InitialQuery, sender: string) => {
    if (spent.includes(sender)) throw new SenderRateLimited();
    return {};
  });
  const { page, failures } = start({ query: ask });
  const [first = '', second = ''] = spent;
  const senders = [first, first, second, '203.0.113.1', '203.0.113.2'];
  const rendered = await Promise.all(senders.map((sender) => page('/faq', { sender })));
  expect(rendered.map((each) => each !== null)).toEqual([false, false, false, true, true]);
  expect(ask.mock.calls.map(([, sender]) => sender)).toEqual([first, second, '203.0.113.1']);
  expect(failures).toEqual([]);
});

test('when too many pages are pending, browsers render the others', async () => {
  const { page } = start({
    query: () => new Promise((resolve) => setTimeout(resolve, 20, {})),
    limits: { maxConcurrent: 2 },
  });
  const rendered = await Promise.all(['/a', '/b', '/c', '/a'].map((path) => page(path)));
  expect(rendered.map((each) => each !== null)).toEqual([true, true, false, true]);
});
