import { expect, test } from 'vitest';
import { newApplicationTarget, type Upload } from '#shared/versions/uploads.ts';
import { canResumeFor, uploadLockName, uploadState } from './unfinished.ts';

const upload = (fields: Partial<Upload> = {}): Upload => ({
  id: 'pong',
  fileName: 'pong.zip',
  size: 8,
  offset: 4,
  state: 'waiting',
  target: null,
  targetName: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  expiresAt: '2026-01-03T03:04:05.000Z',
  ...fields,
});
const held = new Set([uploadLockName('pong')]);
const others = new Set([uploadLockName('tetris')]);

test('an upload held by a tab of this browser is sent there, or checked once complete, whatever its last activity', () => {
  expect(uploadState(upload(), true, held)).toBe('sending');
  expect(uploadState(upload({ state: 'sending' }), true, held)).toBe('sending');
  expect(uploadState(upload({ offset: 8 }), true, held)).toBe('checking');
});

test('an upload whose tab is closed waits, even after recent activity', () => {
  expect(uploadState(upload({ state: 'sending' }), true, others)).toBe('waiting');
});

test('an upload that the server publishes is checked, even if its tab is closed', () => {
  expect(uploadState(upload({ state: 'checking', offset: 8 }), true, others)).toBe('checking');
});

test('for another browser, or without locks, the server’s state counts', () => {
  for (const state of ['sending', 'checking', 'waiting'] as const) {
    expect(uploadState(upload({ state }), false, others)).toBe(state);
    expect(uploadState(upload({ state }), true, null)).toBe(state);
  }
});

test('an upload can be resumed for its target, or for any if the target is unknown', () => {
  expect(canResumeFor(upload({ target: 'game' }), 'game')).toBe(true);
  expect(canResumeFor(upload({ target: 'game' }), 'other')).toBe(false);
  expect(canResumeFor(upload({ target: 'game' }), newApplicationTarget)).toBe(false);
  expect(canResumeFor(upload({ target: newApplicationTarget }), 'game')).toBe(false);
  expect(canResumeFor(upload(), 'game')).toBe(true);
});
