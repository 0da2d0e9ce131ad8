import { expect, test } from 'vitest';
import { planOrigin, uploadOrigin } from './plan-origin.ts';

test('only upload pages are returned to from the plans', () => {
  expect(uploadOrigin(planOrigin('/upload'))).toBe('/upload');
  expect(uploadOrigin(planOrigin('/update/abc'))).toBe('/update/abc');
  for (const other of ['/', '/faq', '/uploads', 'https://evil.example/upload'])
    expect(uploadOrigin(planOrigin(other)), other).toBeNull();
  for (const state of [null, undefined, 'text', {}, { planOrigin: 1 }])
    expect(uploadOrigin(state)).toBeNull();
});
