import { expect, test } from 'vitest';
import { OwnBounds } from '../bounds/own-bounds.ts';
import type { Form } from './form.ts';
import { FormSlots } from './form-slots.ts';

const form: Form = { fields: {}, files: new Map(), discard: async () => {} };

test('a sender has three forms under way, and another when one is discarded or fails', async () => {
  const slots = new FormSlots(new OwnBounds());
  const hold = (sender = 'ada') => slots.hold(sender, async () => form);
  const [first] = await Promise.all([hold(), hold()]);
  const { promise: reading, reject: fail } = Promise.withResolvers<Form>();
  const third = slots.hold('ada', () => reading);
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
