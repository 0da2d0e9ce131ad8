import { expect, test, vi } from 'vitest';
import { signOut } from '#shared/accounts/accounts.ts';
import { accountHeader } from '#shared/accounts/sign-in.ts';
import { call, errorOf, setRequester } from './api.ts';
import { refusalText } from './lib/session/refusal.ts';

const refusal = {
  success: false,
  code: 'conflict',
  error: 'No.',
  details: ['One.'],
  fields: { name: 'Two.' },
};

test('a refusal has the message of the server', () => {
  expect(errorOf(refusal, 409)).toMatchObject({
    code: 'conflict',
    message: 'No.',
    details: ['One.'],
    fields: { name: 'Two.' },
  });
});

test('a refusal with an unknown code, from a newer server, has its message too', () => {
  expect(errorOf({ ...refusal, code: 'frozen' }, 409)).toMatchObject({ code: 'frozen', message: 'No.' });
});

test.each([
  ['nothing', null],
  ['a list', []],
  ['an error of something else', { error: 'Not found' }],
  ['a code without a sentence', { ...refusal, error: '' }],
  ['a number as code', { ...refusal, code: 17 }],
])('%s is no response of Flux', (_name, body) => {
  expect(errorOf(body, 404).code).toBe('foreign');
  expect(errorOf(body, 502).code).toBe('unavailable');
});

test.each([
  [413, 'too_large', 'client_max_body_size 0'],
  [502, 'unavailable', 'answered 502'],
  [503, 'unavailable', 'answered 503'],
  [504, 'unavailable', 'answered 504'],
  [500, 'foreign', 'with status 500'],
  [403, 'foreign', 'with status 403'],
  [200, 'foreign', 'with status 200'],
])('an error page of a proxy with status %i is recognized', async (status, code, text) => {
  const page = '<html><body>nginx</body></html>';
  vi.stubGlobal(
    'fetch',
    async () => new Response(page, { status, headers: { 'content-type': 'text/html' } }),
  );
  await expect(call(signOut)).rejects.toMatchObject({ code, message: expect.stringContaining(text) });
  vi.unstubAllGlobals();
});

test('only Flux itself reports that it is not ready, and the error names the failed action in the words of the page', async () => {
  const answers = [
    { success: false, code: 'unavailable', error: 'Flux is not ready yet. Please try again in a moment.' },
    { success: false, code: 'internal', error: 'Something went wrong on our side. Please try again.' },
  ].map((body) => errorOf(body, body.code === 'internal' ? 500 : 503));
  const told = (error: unknown) => refusalText(error, 'Failed to fetch versions');
  expect(answers.map(told)).toEqual([
    'Flux is not ready yet. Please try again in a moment.',
    'Failed to fetch versions',
  ]);
  expect(told(errorOf(null, 500))).toMatch(
    /^Failed to fetch versions: The response with status 500 did not come from Flux\./,
  );
  expect(told(errorOf(null, 0))).toBe('Failed to fetch versions');
  expect(errorOf(null, 503).message).not.toContain('not ready');
});

test('a call names its account, and a refused call is sent again when that account is signed in again', async () => {
  const refused = { success: false, code: 'unauthenticated', error: 'No.' };
  const sent: (string | null)[] = [];
  let answers: Response[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get(accountHeader));
    return answers.shift();
  });
  const isBack = vi.fn(async () => true);
  setRequester({ personId: () => 'ada', isBack });
  try {
    answers = [Response.json(refused, { status: 401 }), Response.json({ success: true })];
    expect(await call(signOut)).toEqual({ success: true });
    expect(isBack).toHaveBeenCalledExactlyOnceWith('ada');
    answers = [Response.json(refused, { status: 401 }), Response.json(refused, { status: 401 })];
    await expect(call(signOut)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(sent).toEqual(['ada', 'ada', 'ada', 'ada']);
    answers = [Response.json(refused, { status: 401 })];
    await expect(call(signOut, { forAnyone: true })).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(sent.at(-1)).toBeNull();
  } finally {
    setRequester({ personId: () => null, isBack: async () => false });
    vi.unstubAllGlobals();
  }
});
