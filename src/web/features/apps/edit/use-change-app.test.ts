import { describe, expect, it } from 'vitest';
import type { ApplicationCard } from '#shared/apps.ts';
import { canPutBack, type Edit, fieldsBefore } from './use-change-app.ts';

const app = {
  name: 'Pong',
  description: 'Two bars',
  isPublic: true,
  wantsPublic: false,
  organizationId: 'one',
} as ApplicationCard;
const untouched: Edit = {
  name: undefined,
  description: undefined,
  isPublic: undefined,
  organizationId: undefined,
  thumbnail: undefined,
};

it('puts back what was changed and leaves the rest to whoever changed it since', () => {
  expect(fieldsBefore(app, { ...untouched, name: 'Ping' })).toEqual({ name: 'Pong' });
  expect(fieldsBefore(app, { ...untouched, isPublic: false })).toEqual({ isPublic: true });
  expect(fieldsBefore(app, { ...untouched, organizationId: 'two' })).toEqual({ organizationId: 'one' });
});

it('offers no way back to a picture that is kept no more, nor to no organization', () => {
  expect(fieldsBefore(app, { ...untouched, thumbnail: null })).toBeNull();
  expect(fieldsBefore({ ...app, organizationId: null }, { ...untouched, organizationId: 'two' })).toBeNull();
});

describe('after a move to another organization', () => {
  const moved = { organizationId: 'one' };
  const mine = { delete: true } as ApplicationCard['can'];
  const theirs = { delete: false } as ApplicationCard['can'];

  it('offers no way back where an approval was lost on the way, and one after any other edit', () => {
    expect(canPutBack(moved, { approval: 'pending', can: mine })).toBe(false);
    expect(canPutBack(moved, { approval: null, can: mine })).toBe(true);
    expect(canPutBack({ name: 'Pong' }, { approval: 'pending', can: theirs })).toBe(true);
  });

  it('offers no way back to whoever may not move it from there', () => {
    expect(canPutBack(moved, { approval: null, can: theirs })).toBe(false);
  });
});
