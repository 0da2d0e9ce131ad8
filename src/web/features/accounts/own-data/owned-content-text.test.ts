import { expect, test } from 'vitest';
import { deletionBlocker, ownedContentLines } from './owned-content-text.ts';

const none = { applications: 0, versions: 0, unfinishedUploads: 0, organizations: 0, memberships: 0 };

test('kinds without items are omitted', () => {
  expect(ownedContentLines(none)).toEqual([]);
  expect(ownedContentLines({ ...none, applications: 1, versions: 1 })).toEqual([
    '1 application with 1 version',
  ]);
});

test('all kinds with items are named and counted', () => {
  expect(
    ownedContentLines({
      applications: 1_200,
      versions: 3_600,
      unfinishedUploads: 1,
      organizations: 2,
      memberships: 3,
    }),
  ).toEqual([
    '1,200 applications with 3,600 versions',
    '2 organizations',
    '3 memberships in other people’s organizations',
    '1 unfinished upload',
  ]);
});

test('the reason why an account cannot be deleted is a sentence', () => {
  expect(deletionBlocker({ lastAdmin: false, toHandOver: [] })).toBeNull();
  expect(deletionBlocker({ lastAdmin: true, toHandOver: ['Moon'] })).toBe(
    'This is the only administrator. Make somebody else an administrator first.',
  );
  const sentence = (names: string[]) => deletionBlocker({ lastAdmin: false, toHandOver: names });
  expect(sentence(['Moon'])).toBe(
    'Other people are members of Moon. Hand it over, or delete it, before you delete your account.',
  );
  expect(sentence(['Moon', 'Mars'])).toContain(
    'members of Moon and Mars. Hand these organizations over, or delete them,',
  );
  expect(sentence(['A', 'B', 'C', 'D', 'E'])).toContain('members of A, B, C and 2 more.');
});
