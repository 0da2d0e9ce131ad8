import { expect, test, vi } from 'vitest';
import type { InitialQuery, SsrPayload } from '#shared/ssr.ts';
import { SsrRenderer, SenderRateLimited } from './render.ts';

const reader = { locale: 'en', wide: false };
const question: InitialQuery = { url: '/api/session', key: ['session'], paged: false };

function start(options: Partial<ConstructorParameters<typeof SsrRenderer>[0]> = {}) {
  let time = 0;
  const draw = vi.fn(
    (path: string, _: SsrPayload) => `<link rel="preload" as="image" href="/a.webp"/><p>${path}</p>`,
  );
  const failures: unknown[] = [];
  const drawing = new SsrRenderer({
    pages: { queriesFor: (path) => (path.startsWith('/no') ? null : [question]), render: draw },
    query: async () => ({ user: null }),
    host: 'flux.localhost',
    rest: '</div><noscript></noscript>',
    now: () => time,
    onFailure: (error) => failures.push(error),
    ...options,
  });
  const page = (path: string, more: Partial<Parameters<SsrRenderer['render']>[0]> = {}) =>
    drawing.render({ path, hints, state: '', sender: '127.0.0.1', ...more });
  return { drawing, draw, page, failures, pass: (milliseconds: number) => (time += milliseconds) };
}
const textOf = (drawn: Awaited<ReturnType<SsrRenderer['render']>>) => String(drawn?.end.plain);

test('a page holds what was drawn, what it was drawn from, and tells of its pictures before', async () => {
  const drawn = await start().page('/faq');
  expect(textOf(drawn)).toMatch(
    /^<p>\/faq<\/p><\/div><script type="application\/json" id="handover">\{.*\}<\/script><noscript>/,
  );
  expect(textOf(drawn)).toContain('[["session"],{"user":null}]');
  expect(drawn?.preloads).toEqual(['<link rel="preload" as="image" href="/a.webp"/>']);
});

test('no answer ends the element that it lies in', async () => {
  const hostile = '</script><script>alert(1)</script><!--<script>';
  const { page } = start({ query: async () => hostile });
  const text = textOf(await page('/faq'));
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(text).not.toContain('<!--');
  const told = /id="handover">(.*?)<\/script>/.exec(text)?.[1] ?? '';
  expect((JSON.parse(told) as SsrPayload).results).toEqual([[['session'], hostile]]);
});

test('many who ask at once or soon after get one page, later and after a change a new one', async () => {
  const { drawing, draw, page, pass } = start();
  const drawn = await Promise.all(Array.from({ length: 100 }, () => page('/faq')));
  expect(new Set(drawn).size).toBe(1);
  await page('/faq');
  expect(draw).toHaveBeenCalledTimes(1);
  pass(5_000);
  await page('/faq');
  expect(draw).toHaveBeenCalledTimes(2);
  drawing.invalidate();
  await page('/faq');
  expect(draw).toHaveBeenCalledTimes(3);
});

test('readers of another manner, on another screen or of another state get a page of their own', async () => {
  const { draw, page } = start();
  await page('/faq');
  await page('/faq', { hints: { ...reader, locale: 'de' } });
  await page('/faq', { hints: { ...reader, wide: true } });
  await page('/faq', { state: 'edited' });
  expect(draw).toHaveBeenCalledTimes(4);
});

test('what was begun before a change is kept for nobody', async () => {
  let answer = (_: unknown) => {};
  const { drawing, draw, page } = start({ query: () => new Promise((resolve) => (answer = resolve)) });
  const first = page('/faq');
  drawing.invalidate();
  answer({ user: null });
  await first;
  const second = page('/faq');
  answer({ user: null });
  await second;
  expect(draw).toHaveBeenCalledTimes(2);
});

test.each([
  ['a page for the browser alone', '/nowhere', {}],
  ['a refusal', '/faq', { ask: async () => null }],
  ['an error', '/faq', { ask: async () => Promise.reject(new Error('no database')) }],
  ['an answer that is late', '/faq', { ask: () => new Promise(() => {}), limits: { waitMilliseconds: 20 } }],
])('%s leaves it to the browser', async (_, path, options) => {
  expect(await start(options).page(path)).toBeNull();
});

test('what failed or was late is left to browsers for a while, and then tried again', async () => {
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

test('who asks too often gets no page, and everybody else who waits with them does', async () => {
  const spent = ['198.51.100.1', '198.51.100.2'];
  const ask = vi.fn(async (_: InitialQuery, sender: string) => {
    if (spent.includes(sender)) throw new SenderRateLimited();
    return {};
  });
  const { page, failures } = start({ query: ask });
  const [first = '', second = ''] = spent;
  const senders = [first, first, second, '203.0.113.1', '203.0.113.2'];
  const drawn = await Promise.all(senders.map((sender) => page('/faq', { sender })));
  expect(drawn.map((each) => each !== null)).toEqual([false, false, false, true, true]);
  expect(ask.mock.calls.map(([, sender]) => sender)).toEqual([first, second, '203.0.113.1']);
  expect(failures).toEqual([]);
});

test('when too many pages are waited for, the others are drawn by the browser', async () => {
  const { page } = start({
    query: () => new Promise((resolve) => setTimeout(resolve, 20, {})),
    limits: { maxConcurrent: 2 },
  });
  const drawn = await Promise.all(['/a', '/b', '/c', '/a'].map((path) => page(path)));
  expect(drawn.map((each) => each !== null)).toEqual([true, true, false, true]);
});
