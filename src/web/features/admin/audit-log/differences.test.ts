import { expect, test } from 'vitest';
import { differences, subjectOf } from './differences.ts';

test('differences are shown, and unchanged values are not', () => {
  expect(differences({ role: 'user', name: 'Ada' }, { role: 'admin', name: 'Ada' })).toEqual([
    { name: 'Role', before: { text: 'user' }, after: { text: 'admin' } },
  ]);
});

test('added and removed values have one side', () => {
  expect(differences(null, { isPublic: true })).toEqual([
    { name: 'Is public', before: null, after: { text: 'yes' } },
  ]);
  expect(differences({ members: 3_000 }, null)).toEqual([
    { name: 'Members', before: { text: '3,000' }, after: null },
  ]);
  expect(differences(null, null)).toEqual([]);
});

test('nested values, lists and empty values are readable', () => {
  expect(
    differences(
      { settings: { publicRead: false, allowedExtensions: ['.zip'] }, note: null },
      { settings: { publicRead: true, allowedExtensions: ['.zip', '.html'] }, note: 'abc' },
    ),
  ).toEqual([
    { name: 'Settings, Public read', before: { text: 'no' }, after: { text: 'yes' } },
    { name: 'Settings, Allowed extensions', before: { text: '.zip' }, after: { text: '.zip, .html' } },
    { name: 'Note', before: { text: 'none' }, after: { text: 'abc' } },
  ]);
});

test('sizes are formatted as sizes', () => {
  expect(
    differences({ settings: { maxFileSize: 104_857_600 } }, { settings: { maxFileSize: 209_715_200 } }),
  ).toEqual([{ name: 'Settings, Max file size', before: { text: '100 MB' }, after: { text: '200 MB' } }]);
});

test('ids are shown as names: the one at that time, else the current one, else the id', () => {
  expect(
    differences(
      { organizationId: 'moon', organizationName: 'Moon' },
      { organizationId: null, organizationName: null },
    ),
  ).toEqual([{ name: 'Organization', before: { text: 'Moon', id: 'moon' }, after: { text: 'none' } }]);
  expect(
    differences({ organizationId: 'moon' }, { organizationId: 'gone' }, { moon: 'Moon of today' }),
  ).toEqual([
    {
      name: 'Organization',
      before: { text: 'Moon of today', id: 'moon' },
      after: { text: 'gone', id: 'gone' },
    },
  ]);
  // A new account took the name of another one.
  expect(differences({ ownerId: 'a', owner: 'Ada' }, { ownerId: 'b', owner: 'Ada' })).toEqual([
    { name: 'Owner', before: { text: 'Ada', id: 'a' }, after: { text: 'Ada', id: 'b' } },
  ]);
});

test('the member of a change is named, although the name did not change', () => {
  const facts = { userId: 'a', name: 'Ada' };
  const [before, after] = [
    { ...facts, role: 'member' },
    { ...facts, role: 'viewer' },
  ];
  expect(subjectOf(before, after, {})).toEqual({ text: 'Ada', id: 'a' });
  expect(differences(before, after).map(({ name }) => name)).toEqual(['Role']);
  expect(subjectOf(before, null, {})).toBeNull();
});
