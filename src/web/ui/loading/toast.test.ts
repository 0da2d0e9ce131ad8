import { expect, it, vi } from 'vitest';
import { toast, undoNewest, withdrawUndo } from './toast.tsx';

it('undoes the newest reversible change, each once, whatever other messages came since', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  toast.undo('Version 1.1 is live', first);
  toast.undo('Version 1.2 is live', second);
  toast('Something else worked');
  expect(undoNewest()).toBe(true);
  expect(second).toHaveBeenCalledOnce();
  expect(first).not.toHaveBeenCalled();
  expect(undoNewest()).toBe(true);
  expect(first).toHaveBeenCalledOnce();
  expect(undoNewest()).toBe(false);
  expect(second).toHaveBeenCalledOnce();
});

it('offers the next account no Undo of the previous one', () => {
  const undo = vi.fn();
  toast.undo('Version 1.2 is live', undo);
  withdrawUndo();
  expect(undoNewest()).toBe(false);
  expect(undo).not.toHaveBeenCalled();
});
