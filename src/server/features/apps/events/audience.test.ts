import { expect, test } from 'vitest';
import { eventFor, type ListingChange } from './audience.ts';

const person = (id: string, manages?: boolean) => ({
  id,
  role: 'user' as const,
  memberships: manages === undefined ? [] : [{ organizationId: 'moon', manages }],
});
const watchers = {
  visitor: null,
  stranger: person('bob'),
  member: person('cleo', false),
  manager: person('dora', true),
  owner: person('ada'),
  admin: { ...person('eve'), role: 'admin' as const },
} as const;

const shown = { public: true, approved: true, offline: false, organizationId: 'moon' };
const hidden = { ...shown, public: false };
const waiting = { ...hidden, approved: false };
const offline = { ...hidden, offline: true };
const elsewhere = { ...hidden, organizationId: 'mars' };

const changes: Record<string, Omit<ListingChange, 'ownerId'>> = {
  'a new public app': { what: 'published', is: shown, was: null },
  'a new private app': { what: 'published', is: hidden, was: null },
  'a new app that waits': { what: 'published', is: waiting, was: null },
  'an edited public app': { what: 'edited', is: shown, was: shown },
  'an edited private app': { what: 'edited', is: hidden, was: hidden },
  'an edited app that waits': { what: 'edited', is: waiting, was: waiting },
  'an app made private': { what: 'edited', is: hidden, was: shown },
  'an app made public': { what: 'edited', is: shown, was: hidden },
  'an app that was approved': { what: 'edited', is: hidden, was: waiting },
  'a private app that came': { what: 'edited', is: hidden, was: elsewhere },
  'a private app that went': { what: 'edited', is: elsewhere, was: hidden },
  'another version': { what: 'activated', is: shown, was: shown },
  'a public app taken offline': { what: 'edited', is: offline, was: shown },
  'a private app taken offline': { what: 'edited', is: offline, was: hidden },
  'a private app that is back': { what: 'edited', is: hidden, was: offline },
  'an app deleted while offline': { what: 'removed', is: null, was: offline },
  'a deleted public app': { what: 'removed', is: null, was: shown },
  'a deleted private app': { what: 'removed', is: null, was: hidden },
};

test.each([
  ['a new public app', 'published', 'published', 'published', 'published'],
  ['a new private app', 'published', 'published', 'published', null],
  ['a new app that waits', 'published', 'published', null, null],
  ['an edited public app', 'edited', 'edited', 'edited', 'edited'],
  ['an edited private app', 'edited', 'edited', 'edited', null],
  ['an edited app that waits', 'edited', 'edited', null, null],
  ['an app made private', 'edited', 'edited', 'edited', 'removed'],
  ['an app made public', 'edited', 'edited', 'edited', 'published'],
  ['an app that was approved', 'edited', 'edited', 'published', null],
  ['a private app that came', 'edited', 'published', 'published', null],
  ['a private app that went', 'edited', 'removed', 'removed', null],
  ['another version', 'activated', 'activated', 'activated', 'activated'],
  ['a public app taken offline', 'edited', 'removed', 'removed', 'removed'],
  ['a private app taken offline', 'edited', 'removed', 'removed', null],
  ['a private app that is back', 'edited', 'published', 'published', null],
  ['an app deleted while offline', 'removed', null, null, null],
  ['a deleted public app', 'removed', 'removed', 'removed', 'removed'],
  ['a deleted private app', 'removed', 'removed', 'removed', null],
])(
  '%s is %s to its owner and to admins, %s to those who decide in its organization, %s to its members, %s to others',
  (name, toOwner, toManager, toMember, toOthers) => {
    const change = changes[name];
    if (!change) throw new Error(`There is no change '${name}'.`);
    const kindFor = (who: keyof typeof watchers) =>
      eventFor(watchers[who], 'id', { ...change, ownerId: 'ada' })?.kind ?? null;
    expect([kindFor('owner'), kindFor('admin')]).toEqual([toOwner, toOwner]);
    expect([kindFor('manager'), kindFor('member')]).toEqual([toManager, toMember]);
    expect([kindFor('visitor'), kindFor('stranger')]).toEqual([toOthers, toOthers]);
  },
);
