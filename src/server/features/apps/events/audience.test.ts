import { expect, test } from 'vitest';
import { eventFor, type ListingChange } from './audience.ts';

const watchers = {
  visitor: null,
  stranger: { id: 'bob', role: 'user' },
  owner: { id: 'ada', role: 'user' },
  admin: { id: 'eve', role: 'admin' },
} as const;

const changes: Record<string, ListingChange> = {
  'a new public app': { what: 'published', ownerId: 'ada', isPublic: true, wasPublic: false },
  'a new private app': { what: 'published', ownerId: 'ada', isPublic: false, wasPublic: false },
  'an edited public app': { what: 'edited', ownerId: 'ada', isPublic: true, wasPublic: true },
  'an edited private app': { what: 'edited', ownerId: 'ada', isPublic: false, wasPublic: false },
  'an app made private': { what: 'edited', ownerId: 'ada', isPublic: false, wasPublic: true },
  'an app made public': { what: 'edited', ownerId: 'ada', isPublic: true, wasPublic: false },
  'another version': { what: 'activated', ownerId: 'ada', isPublic: true, wasPublic: true },
  'a deleted public app': { what: 'removed', ownerId: 'ada', isPublic: false, wasPublic: true },
  'a deleted private app': { what: 'removed', ownerId: 'ada', isPublic: false, wasPublic: false },
};

test.each([
  ['a new public app', 'published', 'published'],
  ['a new private app', 'published', null],
  ['an edited public app', 'edited', 'edited'],
  ['an edited private app', 'edited', null],
  ['an app made private', 'edited', 'removed'],
  ['an app made public', 'edited', 'published'],
  ['another version', 'activated', 'activated'],
  ['a deleted public app', 'removed', 'removed'],
  ['a deleted private app', 'removed', null],
])('%s is %s to its owner and to admins, and %s to others', (name, toOwner, toOthers) => {
  const change = changes[name];
  if (!change) throw new Error(`There is no change '${name}'.`);
  const kindFor = (who: keyof typeof watchers) => eventFor(watchers[who], 'id', change)?.kind ?? null;
  expect([kindFor('owner'), kindFor('admin')]).toEqual([toOwner, toOwner]);
  expect([kindFor('visitor'), kindFor('stranger')]).toEqual([toOthers, toOthers]);
});
