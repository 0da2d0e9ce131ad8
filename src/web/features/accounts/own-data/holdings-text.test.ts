import { expect, test } from 'vitest';
import { countedHoldings } from './holdings-text.ts';

const none = { applications: 0, versions: 0, unfinishedUploads: 0, organizations: 0 };

test('what there is none of is not named', () => {
  expect(countedHoldings(none)).toEqual([]);
  expect(countedHoldings({ ...none, applications: 1, versions: 1 })).toEqual([
    '1 application with 1 version',
  ]);
});

test('everything there is is named and counted', () => {
  expect(
    countedHoldings({ applications: 1_200, versions: 3_600, unfinishedUploads: 1, organizations: 2 }),
  ).toEqual(['1,200 applications with 3,600 versions', '2 organizations', '1 unfinished upload']);
});
