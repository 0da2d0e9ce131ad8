import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('.', import.meta.url));
const maxLines = 400;

/** Which server features a feature may import. What is not named here may be imported by nobody. */
const features: Record<string, string[]> = {
  audit: [],
  accounts: ['audit'],
  mail: [],
  billing: ['accounts', 'mail'],
  orgs: ['accounts', 'billing', 'mail', 'audit'],
  storage: ['accounts', 'audit'],
  'publishing/builds': [],
  apps: ['accounts', 'orgs', 'billing', 'storage', 'mail', 'audit'],
  'publishing/uploads': ['apps', 'accounts', 'storage'],
  'publishing/versions': [
    'apps',
    'publishing/uploads',
    'publishing/builds',
    'storage',
    'mail',
    'accounts',
    'audit',
  ],
  'publishing/deltas': ['publishing/versions', 'publishing/builds', 'storage'],
  // Counted by the database itself, and what delivery adds to a meter.
  usage: ['accounts'],
  // Who sent how much of what lately.
  'submission-quota': [],
  reports: ['accounts', 'apps', 'mail', 'audit', 'submission-quota'],
  support: ['accounts', 'mail', 'audit', 'submission-quota'],
  // What becomes of all that is somebody's when their plan has ended, and when they have one again.
  suspension: ['accounts', 'orgs', 'apps', 'billing', 'mail'],
  // What belongs to a person lies with every feature that keeps something of theirs.
  privacy: [
    'accounts',
    'billing',
    'mail',
    'orgs',
    'apps',
    'publishing/uploads',
    'storage',
    'reports',
    'support',
  ],
  admin: [
    'audit',
    'accounts',
    'orgs',
    'mail',
    'usage',
    'privacy',
    'apps',
    'reports',
    'storage',
    'publishing/deltas',
  ],
  'api-docs': ['accounts'],
};
/** Which features the delivery of content may import. */
const deliveryImports = ['publishing/versions', 'publishing/deltas', 'apps', 'storage', 'accounts', 'usage'];

/** The layers of the web app, the upper before the lower; nothing imports from a layer above its own. */
const webLayers = ['root', 'pages', 'shell', 'features', 'ui', 'lib', 'i18n'];
/** Of the root, what is below everything: the addresses and the calls. */
const webFoundation = ['web/paths.ts', 'web/api.ts'];

interface Import {
  from: string;
  specifier: string;
  /** Path below src, for imports of the project's own files. */
  to: string | null;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(sep).join('/'))
  .filter((name) => /\.tsx?$/.test(name));
const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const text = readFileSync(join(source, file), 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  const pattern =
    /(?:^|[;\s])(?:import|export)\s*(?:[^'"`;()]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;
  return [...text.matchAll(pattern)].map((match) => {
    const specifier = match[1] ?? match[2] ?? '';
    return { from: file, specifier, to: targetOf(file, specifier) };
  });
}

function targetOf(file: string, specifier: string): string | null {
  if (/^#(shared|server|sandbox|web)\//.test(specifier)) return specifier.slice(1);
  if (!specifier.startsWith('.')) return null;
  return normalize(join(dirname(file), specifier))
    .split(sep)
    .join('/');
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || /^(server|web)\/testing\//.test(file);
const within = (file: string, folder: string) => file.startsWith(`${folder}/`);

function violations(rule: (entry: Import & { to: string }) => boolean): string[] {
  return imports
    .filter((entry): entry is Import & { to: string } => entry.to !== null)
    .filter((entry) => !isTest(entry.from) && rule(entry))
    .map(({ from, to }) => `${from} imports ${to}`);
}

test('the imports are found', () => {
  expect(imports).toContainEqual({
    from: 'server/main.ts',
    specifier: './lifecycle/start.ts',
    to: 'server/lifecycle/start.ts',
  });
  expect(imports.length).toBeGreaterThan(files.length);
});

test('shared imports zod and nothing else', () => {
  const foreign = imports.filter(
    ({ from, specifier, to }) =>
      within(from, 'shared') &&
      !isTest(from) &&
      (to === null ? specifier !== 'zod/mini' : !within(to, 'shared')),
  );
  expect(foreign).toEqual([]);
});

test.each([
  ['web', ['web', 'shared']],
  ['player', ['player', 'shared']],
  ['server', ['server', 'shared', 'sandbox']],
  ['sandbox', ['server', 'shared', 'sandbox']],
])('%s imports only from %j', (root, allowed) => {
  expect(
    violations(({ from, to }) => within(from, root) && !allowed.some((folder) => within(to, folder))),
  ).toEqual([]);
});

test('zod is zod/mini everywhere', () => {
  expect(imports.filter(({ specifier }) => specifier === 'zod')).toEqual([]);
});

test('the platform knows nothing of Flux', () => {
  expect(
    violations(
      ({ from, to }) =>
        within(from, 'server/platform') && !within(to, 'server/platform') && !within(to, 'shared'),
    ),
  ).toEqual([]);
});

const featureOf = (file: string) => /^server\/features\/((?:publishing\/)?[^/]+)\//.exec(file)?.[1] ?? null;

test('every server feature has its place in the table', () => {
  const present = new Set(files.map(featureOf).filter((name) => name !== null));
  expect([...present].filter((name) => !(name in features))).toEqual([]);
});

test('server features import one another in one direction', () => {
  expect(
    violations(({ from, to }) => {
      const feature = featureOf(from);
      const other = featureOf(to);
      return feature !== null && other !== null && feature !== other && !features[feature]?.includes(other);
    }),
  ).toEqual([]);
});

test('delivery imports some features, and no feature imports delivery', () => {
  expect(
    violations(({ from, to }) => {
      const feature = featureOf(to);
      if (within(from, 'server/delivery')) return feature !== null && !deliveryImports.includes(feature);
      return featureOf(from) !== null && within(to, 'server/delivery');
    }),
  ).toEqual([]);
});

test('only the app and the process put features together', () => {
  const composers = ['server/app.ts', 'server/context.ts', 'server/health.ts', 'server/cli.ts'];
  expect(
    violations(
      ({ from, to }) =>
        featureOf(to) !== null &&
        featureOf(from) === null &&
        !within(from, 'server/delivery') &&
        !within(from, 'sandbox') &&
        !composers.includes(from),
    ),
  ).toEqual([]);
});

function webLayerOf(file: string): number {
  const folder = /^web\/([^/]+)\//.exec(file)?.[1] ?? 'root';
  return webLayers.indexOf(folder);
}

test('in the web app pages compose, features do, ui draws', () => {
  expect(
    violations(
      ({ from, to }) =>
        within(from, 'web') &&
        within(to, 'web') &&
        !webFoundation.includes(to) &&
        webLayerOf(to) < webLayerOf(from),
    ),
  ).toEqual([]);
});

test('features of the web app do not import one another', () => {
  const webFeatureOf = (file: string) => /^web\/features\/([^/]+)\//.exec(file)?.[1] ?? null;
  expect(
    violations(({ from, to }) => {
      const [feature, other] = [webFeatureOf(from), webFeatureOf(to)];
      return feature !== null && other !== null && feature !== other;
    }),
  ).toEqual([]);
});

test('relative imports climb two folders at most, and all name the file with its ending', () => {
  const relativeImports = imports.filter(({ specifier }) => specifier.startsWith('.'));
  expect(relativeImports.filter(({ specifier }) => specifier.split('../').length - 1 > 2)).toEqual([]);
  expect(
    relativeImports.filter(({ specifier }) => !/\.(tsx?|css|svg)(\?worker&url)?$/.test(specifier)),
  ).toEqual([]);
});

test('no file only passes on what others export', () => {
  const barrels = files.filter((file) => {
    const lines = readFileSync(join(source, file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line));
    return lines.length > 0 && lines.every((line) => /^export\b.*\bfrom '\./.test(line));
  });
  expect(barrels).toEqual([]);
});

test(`no file has more than ${maxLines} lines`, () => {
  const project = join(source, '..');
  const folders = ['e2e', 'fixtures', 'tools'].filter((folder) => existsSync(join(project, folder)));
  const others = folders.flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs)$/.test(name))
      .map((name) => join(project, folder, name)),
  );
  const long = [...files.map((file) => join(source, file)), ...others].filter(
    (path) => readFileSync(path, 'utf8').split('\n').length - 1 > maxLines,
  );
  expect(long.map((path) => relative(project, path))).toEqual([]);
});
