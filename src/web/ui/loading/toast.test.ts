import { expect, it, vi } from 'vitest';
import { toast, undoNewest, withdrawUndo } from './toast.tsx';

it('takes back the newest of what can be taken back, each once, whatever was said since', () => {
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

it('offers nothing to the next person that was offered to the one before', () => {
  const undo = vi.fn();
  toast.undo('Version 1.2 is live', undo);
  withdrawUndo();
  expect(undoNewest()).toBe(false);
  expect(undo).not.toHaveBeenCalled();
});
