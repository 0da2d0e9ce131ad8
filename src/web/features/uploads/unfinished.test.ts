import { expect, test } from 'vitest';
import { newApplicationTarget, type Upload } from '#shared/versions/uploads.ts';
import { isFor, lockOf, stateOf } from './unfinished.ts';

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
const held = new Set([lockOf('pong')]);
const others = new Set([lockOf('tetris')]);

test('an upload that a tab of this browser holds is sent there, or checked once it is complete, whatever came last', () => {
  expect(stateOf(upload(), true, held)).toBe('sending');
  expect(stateOf(upload({ state: 'sending' }), true, held)).toBe('sending');
  expect(stateOf(upload({ offset: 8 }), true, held)).toBe('checking');
});

test('one whose tab is gone waits, though something of it came a moment ago', () => {
  expect(stateOf(upload({ state: 'sending' }), true, others)).toBe('waiting');
});

test('one that the server publishes is checked, though its tab is gone', () => {
  expect(stateOf(upload({ state: 'checking', offset: 8 }), true, others)).toBe('checking');
});

test('of another browser’s, and where there are no locks, the server’s word counts', () => {
  for (const state of ['sending', 'checking', 'waiting'] as const) {
    expect(stateOf(upload({ state }), false, others)).toBe(state);
    expect(stateOf(upload({ state }), true, null)).toBe(state);
  }
});

test('an upload is gone on with as what it was begun for, and as anything where that is not known', () => {
  expect(isFor(upload({ target: 'game' }), 'game')).toBe(true);
  expect(isFor(upload({ target: 'game' }), 'other')).toBe(false);
  expect(isFor(upload({ target: 'game' }), newApplicationTarget)).toBe(false);
  expect(isFor(upload({ target: newApplicationTarget }), 'game')).toBe(false);
  expect(isFor(upload(), 'game')).toBe(true);
});
