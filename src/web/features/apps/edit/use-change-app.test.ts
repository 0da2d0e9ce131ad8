import { expect, it } from 'vitest';
import type { ApplicationCard, EditedApplication } from '#shared/apps/apps.ts';
import { canUndoEdit, type Edit, previousFields } from './use-change-app.ts';

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

it('Undo restores the edited fields and keeps later changes by others', () => {
  expect(previousFields(app, { ...untouched, name: 'Ping' })).toEqual({ name: 'Pong' });
  expect(previousFields(app, { ...untouched, isPublic: false })).toEqual({ isPublic: true });
  expect(previousFields(app, { ...untouched, organizationId: 'two' })).toEqual({ organizationId: 'one' });
});

it('offers no Undo for a replaced picture, nor for a missing organization', () => {
  expect(previousFields(app, { ...untouched, thumbnail: null })).toBeNull();
  expect(
    previousFields({ ...app, organizationId: null }, { ...untouched, organizationId: 'two' }),
  ).toBeNull();
});

it('offers Undo for a move only if Flux reports it as reversible, and for any other edit', () => {
  const after = (moveBack: boolean) => ({ can: { delete: true, moveBack } as EditedApplication['can'] });
  expect(canUndoEdit({ organizationId: 'one' }, after(false))).toBe(false);
  expect(canUndoEdit({ organizationId: 'one' }, after(true))).toBe(true);
  expect(canUndoEdit({ name: 'Pong' }, after(false))).toBe(true);
});
