import { vi } from 'vitest';
import { type SendOptions, sendFile } from '../features/uploads/send-file.ts';
import { idOf } from './samples/ids.ts';
import { expect } from './test.ts';

/** An upload that the page has started. */
interface Begun {
  file: File;
  options: SendOptions;
  /** All bytes arrive. */
  arrive: () => void;
}

/**
 * Replaces the connection of uploads: half of each file arrives at once, the rest when the test says so. The
 * test file mocks `send-file.ts` with `{ spy: true }`.
 * @returns the uploads so far, oldest first
 */
export function fakeUploads(): Begun[] {
  const begun: Begun[] = [];
  vi.mocked(sendFile).mockImplementation((file, options) => {
    const id = idOf('s', begun.length + 2);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    begun.push({ file, options, arrive: () => resolve(id) });
    options.onBegun(id);
    options.onProgress(file.size / 2, file.size);
    return { done: promise, cancel: () => reject(null), keep: () => reject(null) };
  });
  return begun;
}

/** Completes the last of this many uploads, once it has started. */
export async function arrive(begun: readonly Begun[], count: number): Promise<void> {
  await expect.poll(() => begun.length).toBe(count);
  begun.at(-1)?.arrive();
}

/** A single page, which is sent unchanged. */
export const somePage = (name: string) =>
  new File(['<!doctype html><title>Game</title><p>game'], name, { type: 'text/html' });
