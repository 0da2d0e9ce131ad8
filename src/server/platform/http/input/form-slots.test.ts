import { expect, test } from 'vitest';
import { LocalLimits } from '../../limits/local-limits.ts';
import type { Form } from './form.ts';
import { FormSlots } from './form-slots.ts';

const form: Form = { fields: {}, files: new Map(), discard: async () => {} };

const from = (account: string, session: string | null = 'tab', path = '/a') => ({ account, session, path });

test('a sender has three forms under way, and another when one is discarded or fails', async () => {
  const slots = new FormSlots(new LocalLimits());
  const hold = (account = 'ada') => slots.hold(from(account), async () => form);
  const [first] = await Promise.all([hold(), hold()]);
  const { promise: reading, reject: fail } = Promise.withResolvers<Form>();
  const third = slots.hold(from('ada'), () => reading);
  await expect(hold()).rejects.toMatchObject({ code: 'limit_reached' });
  await hold('bob');
  fail(new Error('cut off'));
  await expect(third).rejects.toThrow('cut off');
  await hold();
  await expect(hold()).rejects.toMatchObject({ code: 'limit_reached' });
  await first.discard();
  await hold();
  await expect(hold()).rejects.toMatchObject({ code: 'limit_reached' });
});

test('each session has three to each address, an account twelve, and an address of visitors three', async () => {
  const slots = new FormSlots(new LocalLimits());
  const hold = (sender: ReturnType<typeof from>) => slots.hold(sender, async () => form);
  for (const [session, path] of [
    ['tab', '/a'],
    ['tab', '/b'],
    ['token', '/a'],
    ['token', '/b'],
  ] as const)
    for (let count = 0; count < 3; count += 1) await hold(from('ada', session, path));
  await expect(hold(from('ada', 'tab', '/c'))).rejects.toMatchObject({ code: 'limit_reached' });
  for (const path of ['/a', '/b', '/c']) await hold(from('203.0.113.9', null, path));
  await expect(hold(from('203.0.113.9', null, '/d'))).rejects.toMatchObject({ code: 'limit_reached' });
});
