import { expect, test, vi } from 'vitest';
import { signOut } from '#shared/accounts.ts';
import { personHeader } from '#shared/sign-in.ts';
import { call, errorOf, setAsker } from './api.ts';

const refusal = {
  success: false,
  code: 'conflict',
  error: 'No.',
  details: ['One.'],
  fields: { name: 'Two.' },
};

test('a refusal is told as the server says it', () => {
  expect(errorOf(refusal, 409)).toMatchObject({
    code: 'conflict',
    message: 'No.',
    details: ['One.'],
    fields: { name: 'Two.' },
  });
});

test('so is one whose code is newer than the page', () => {
  expect(errorOf({ ...refusal, code: 'frozen' }, 409)).toMatchObject({ code: 'frozen', message: 'No.' });
});

test.each([
  ['nothing', null],
  ['a list', []],
  ['an error of something else', { error: 'Not found' }],
  ['a code without a sentence', { ...refusal, error: '' }],
  ['a number as code', { ...refusal, code: 17 }],
])('%s is no answer of Flux', (_name, body) => {
  expect(errorOf(body, 404).code).toBe('network');
  expect(errorOf(body, 502).code).toBe('unavailable');
});

test('a call says for whom the page asks, and what they were refused is asked once more when they are back', async () => {
  const refused = { success: false, code: 'unauthenticated', error: 'No.' };
  const sent: (string | null)[] = [];
  let answers: Response[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get(personHeader));
    return answers.shift();
  });
  const isBack = vi.fn(async () => true);
  setAsker({ personId: () => 'ada', isBack });
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
    setAsker({ personId: () => null, isBack: async () => false });
    vi.unstubAllGlobals();
  }
});
