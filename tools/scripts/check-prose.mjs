// Checks the Markdown of the repository: sentences, phrases, line width, links, commands and paths.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorsOf, parseMarkdown } from './prose/markdown.mjs';
import { deadLinks, foldersOf, missingPaths, missingScripts } from './prose/references.mjs';
import { bannedWords, longSentences, wideLines } from './prose/sentences.mjs';
import { projectFolder } from './setup.mjs';

const read = (file) => readFileSync(join(projectFolder, file), 'utf8');

function listFiles() {
  const { stdout, status, stderr } = spawnSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    { cwd: projectFolder, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`git ls-files failed: ${stderr}`);
  return stdout.split('\0').filter((file) => file !== '' && existsSync(join(projectFolder, file)));
}

const files = listFiles();
const ignored = read('.gitignore')
  .split('\n')
  .filter((path) => path.startsWith('/'));
const pages = files
  .filter((file) => file.endsWith('.md'))
  .map((file) => {
    const source = read(file);
    return { file, source, tree: parseMarkdown(source) };
  });
const repository = {
  files: new Set([...files, ...ignored.map((path) => path.slice(1))]),
  folders: foldersOf(files),
  scripts: new Set(Object.keys(JSON.parse(read('package.json')).scripts)),
  anchors: new Map(pages.map(({ file, tree }) => [file, anchorsOf(tree)])),
};

const only = process.argv.slice(2);
const checked = pages.filter(({ file }) => only.length === 0 || only.includes(file));
const problems = checked.flatMap(({ file, source, tree }) =>
  [
    ...longSentences(tree),
    ...bannedWords(tree),
    ...wideLines(tree, source),
    ...deadLinks(tree, file, repository),
    ...missingScripts(source, repository),
    ...missingPaths(tree, repository),
  ]
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, expected, found }) => `${file}:${line}: expected ${expected}, found ${found}`),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) console.error(`\n${problems.length} problems in ${checked.length} pages`);
process.exitCode = problems.length === 0 ? 0 : 1;
