import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { projectFolder, SetupError } from '../setup.mjs';
import { kindOf } from './arguments.mjs';

/** They check the sources as a whole, so they do not import the files that they check. */
const always = ['src/architecture.test.ts', 'src/web/i18n/in-catalog.test.ts'];

function git(folder, ...args) {
  const { status, stdout, error } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  if (error) throw new SetupError(`npm test -- --changed needs git: ${error.message}`);
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : null;
}

/**
 * Files that differ from main, including uncommitted ones, without deleted files.
 * @throws SetupError
 */
export function changedFiles(folder = projectFolder) {
  const [base] =
    git(folder, 'merge-base', 'HEAD', 'main') ?? git(folder, 'merge-base', 'HEAD', 'origin/main') ?? [];
  if (!base)
    throw new SetupError('npm test -- --changed compares with the branch main, which does not exist here.');
  const files = [
    ...(git(folder, 'diff', '--name-only', '--diff-filter=d', base) ?? []),
    ...(git(folder, 'ls-files', '--others', '--exclude-standard') ?? []),
  ];
  return [...new Set(files)];
}

/** Every unit test of the project. */
export function unitTests(folder = projectFolder) {
  const files = git(folder, 'ls-files', '--cached', '--others', '--exclude-standard') ?? [];
  return files.filter((file) => kindOf(file) === 'unit' && existsSync(join(folder, file)));
}

const read = (file) => readFileSync(join(projectFolder, file), 'utf8');

/**
 * The tests for changed files: changed tests, tests of the same feature, and tests that import a changed file. Indirect
 * imports do not count: almost every server test imports the whole server.
 */
export function testsFor(changed, tests, readText = read) {
  const sources = new Set(changed);
  const folders = changed.filter((file) => /\.(tsx?|mjs|css)$/.test(file)).map(featureFolder);
  const selected = tests.filter(
    (test) =>
      sources.has(test) ||
      always.includes(test) ||
      folders.includes(dirname(test)) ||
      folders.some((folder) => /\/features\//.test(folder) && test.startsWith(`${folder}/`)) ||
      importsOf(test, readText(test)).some((file) => sources.has(file)),
  );
  return selected.sort();
}

/** `src/server/features/apps` for any file in it, otherwise the file's own folder. */
function featureFolder(file) {
  return /^src\/[^/]+\/features\/(?:publishing\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? dirname(file);
}

/** `#shared/` → `src/shared/`, as package.json says. */
const aliases = Object.entries(JSON.parse(read('package.json')).imports).map(([name, target]) => [
  name.slice(0, -1),
  target.slice('./'.length, -1),
]);

function importsOf(file, text) {
  return [...text.matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)].flatMap(([, specifier]) => {
    const alias = aliases.find(([prefix]) => specifier.startsWith(prefix));
    if (alias) return [specifier.replace(alias[0], alias[1])];
    return specifier.startsWith('.') ? [normalize(join(dirname(file), specifier))] : [];
  });
}
