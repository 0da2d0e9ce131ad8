import { expect, test } from 'vitest';
import { differences } from './differences.ts';

test('what differs is told, and what stayed is not', () => {
  expect(differences({ role: 'user', name: 'Ada' }, { role: 'admin', name: 'Ada' })).toEqual([
    { name: 'Role', before: 'user', after: 'admin' },
  ]);
});

test('what came and what went has one side alone', () => {
  expect(differences(null, { isPublic: true })).toEqual([{ name: 'Is public', before: null, after: 'yes' }]);
  expect(differences({ members: 3_000 }, null)).toEqual([{ name: 'Members', before: '3,000', after: null }]);
  expect(differences(null, null)).toEqual([]);
});

test('nested facts, lists and emptiness can be read', () => {
  expect(
    differences(
      { settings: { publicRead: false, allowedExtensions: ['.zip'] }, organization_id: null },
      { settings: { publicRead: true, allowedExtensions: ['.zip', '.html'] }, organization_id: 'abc' },
    ),
  ).toEqual([
    { name: 'Settings, Public read', before: 'no', after: 'yes' },
    { name: 'Settings, Allowed extensions', before: '.zip', after: '.zip, .html' },
    { name: 'Organization id', before: 'none', after: 'abc' },
  ]);
});

test('sizes are told as sizes', () => {
  expect(
    differences({ settings: { maxFileSize: 104_857_600 } }, { settings: { maxFileSize: 209_715_200 } }),
  ).toEqual([{ name: 'Settings, Max file size', before: '100 MB', after: '200 MB' }]);
});
