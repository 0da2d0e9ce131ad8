import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { changedFiles, testsFor, unitTests } from './changed.mjs';

const texts = {
  'src/architecture.test.ts': '',
  'src/shared/apps.test.ts': "import { name } from './apps.ts';",
  'src/shared/billing/plans.test.ts': "import { plan } from './plans.ts';",
  'src/server/features/apps/list/many.test.ts': "import { getApplication } from '#shared/apps/apps.ts';",
  'src/server/features/apps/store.test.ts': "import { list } from './store.ts';",
  'src/server/features/orgs/orgs.test.ts': "import { signIn } from '../../testing/people/people.ts';",
};
const select = (...changed) => testsFor(changed, Object.keys(texts), (file) => texts[file]);

test('tests of the same feature are selected', () => {
  expect(select('src/server/features/apps/store.ts')).toEqual([
    'src/architecture.test.ts',
    'src/server/features/apps/list/many.test.ts',
    'src/server/features/apps/store.test.ts',
  ]);
});

test('tests that import a changed file are selected', () => {
  expect(select('src/server/testing/people/people.ts')).toContain('src/server/features/orgs/orgs.test.ts');
  expect(select('src/shared/apps/apps.ts')).toContain('src/server/features/apps/list/many.test.ts');
});

test('a changed test is selected, and a document selects nothing of its folder', () => {
  expect(select('src/shared/billing/plans.test.ts')).toContain('src/shared/billing/plans.test.ts');
  expect(select('src/shared/README.md')).toEqual(['src/architecture.test.ts']);
});

describe('in a repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flux-changed-'));
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], { cwd: folder });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  afterAll(() => rmSync(folder, { recursive: true }));

  test('files that differ from main are found, committed or not', () => {
    git('init', '--quiet', '--initial-branch', 'main');
    for (const name of ['same.ts', 'edited.ts', 'deleted.ts', 'kept.test.ts']) write(name, 'before');
    git('add', '.');
    git('commit', '--quiet', '--message', 'before');
    git('checkout', '--quiet', '-b', 'change');
    write('committed.ts', 'new');
    git('add', '.');
    git('commit', '--quiet', '--message', 'after');
    write('edited.ts', 'after');
    write('untracked.test.ts', 'new');
    rmSync(join(folder, 'deleted.ts'));
    expect(changedFiles(folder).sort()).toEqual(['committed.ts', 'edited.ts', 'untracked.test.ts']);
    expect(unitTests(folder).sort()).toEqual(['kept.test.ts', 'untracked.test.ts']);
  });

  test('without a branch main, the command says so', () => {
    git('branch', '--quiet', '--delete', '--force', 'main');
    expect(() => changedFiles(folder)).toThrow('the branch main, which does not exist here');
  });
});
