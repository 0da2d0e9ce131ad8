import { mayHoldSecrets } from '#shared/files/junk.ts';
import type { BuildReport, BuildWarning, DroppedFiles } from '#shared/versions/versions.ts';
import type { Entry } from './entry.ts';
import type { EntryPage } from './page/entry-page.ts';
import type { Resolver } from './page/references.ts';
import { type FileIndex, foldCase, type PlacedFile } from './placed.ts';
import type { UnityBuild } from './unity/build.ts';
import { baseName, partNameOf } from './unity/part-names.ts';

const bigUncompressedBytes = 10 * 1024 * 1024;
const maxListed = 20;

/** Parts that are not what their names say, and parts that belong to no build. */
export function doubtfulParts(build: UnityBuild): BuildWarning[] {
  const warnings: BuildWarning[] = [];
  for (const part of build.parts) {
    const { path, source } = part.file;
    const suffix = partNameOf(path)?.suffix;
    // Problems of these are reported elsewhere.
    if (source.size === 0 || source.undecodable || source.isLfsPointer) continue;
    if (
      (suffix === '.gz' && source.storedEncoding !== 'gzip') ||
      (suffix === '.br' && source.storedEncoding !== 'br')
    ) {
      const really =
        source.storedEncoding === 'identity'
          ? 'not compressed'
          : `compressed with ${named(source.storedEncoding)}`;
      warnings.push({
        code: 'encoding_mismatch',
        message: `${path} is ${really}, unlike its name says. It is served as what it is; other hosts may fail.`,
      });
    }
  }
  if (build.surplus.length > 0) {
    warnings.push({
      code: 'surplus_parts',
      message: `These files belong to another build and are not used: ${list(build.surplus.map((file) => file.path))}. Delete them to make the upload smaller.`,
    });
  }
  return warnings;
}

function named(encoding: string): string {
  return encoding === 'br' ? 'brotli' : encoding;
}

/** References that hold only by help: other case, a leading slash, or not at all. */
export function references(resolver: Resolver, missing: readonly string[], index: FileIndex): BuildWarning[] {
  const warnings: BuildWarning[] = [];
  for (const [wanted, file] of [...resolver.aliases].slice(0, maxListed)) {
    const isFolded = foldCase(wanted) === foldCase(file.path);
    warnings.push({
      code: isFolded ? 'case_mismatch' : 'encoded_name',
      message: `${wanted} is asked for, but the file is called ${file.path}. It is served under both names here; other hosts ${isFolded ? 'tell capitals from small letters' : 'will not find it, so give it a name without %'}.`,
    });
  }
  if (resolver.absolute.size > 0) {
    warnings.push({
      code: 'absolute_url',
      message: `These addresses begin with a slash and only work where the game lies at the root of its address: ${list([...resolver.absolute])}. Leave the first slash away.`,
    });
  }
  if (resolver.unlinkable.size > 0) {
    warnings.push({
      code: 'unlinkable_name',
      message: `No page can ask for ${listed([...resolver.unlinkable])}: an address ends at # and at ?. Unity names its files after the folder that it builds into, so build into one whose name has neither.`,
    });
  }
  for (const path of missing.slice(0, maxListed)) {
    const similar =
      index.findOtherEnding(path) ?? index.files.find((file) => baseName(file.path) === baseName(path));
    warnings.push({
      code: 'missing_file',
      message: `The page asks for ${path}, which is not in the upload.${similar ? ` There is ${similar.path}.` : ''}`,
    });
  }
  return warnings;
}

/** What the choice of the page is worth saying. */
export function entryChoice(entry: Entry | null): BuildWarning[] {
  if (!entry) return [];
  const { page, others } = entry;
  const starters = entry.otherStarters.filter((each) => !others.includes(each));
  if (others.length + starters.length === 0) return [];
  const isIndex = /^index\.html?$/i.test(baseName(page.path));
  const counted =
    isIndex && others.length > 0 ? `There are ${others.length + 1} pages called index.html. ` : '';
  const found = others.length > 0 ? `; also found: ${listed(others)}` : '';
  const started = starters.length > 0 ? ` The build is started by ${listed(starters)}, too.` : '';
  return [{ code: 'several_entries', message: `${counted}${page.path} was chosen${found}.${started}` }];
}

/** The first paths of them, and how many more there are. */
export function listed(files: readonly PlacedFile[]): string {
  return list(files.map(({ path }) => path));
}

/** Facts about a build that its creator may want to change. */
export function facts(
  report: BuildReport,
  developmentBuild: boolean,
  entry: EntryPage | null,
): BuildWarning[] {
  const warnings: BuildWarning[] = [];
  const plain = report.parts
    .filter((part) => part.encoding === 'identity')
    .reduce((sum, part) => sum + part.bytes, 0);
  if (plain > bigUncompressedBytes) {
    warnings.push({
      code: 'uncompressed',
      message: `${(plain / 1_048_576).toFixed(1)} MB of this build are not compressed. Players get it compressed from here; choosing Brotli or Gzip in Unity's Publishing Settings makes the upload smaller.`,
    });
  }
  if (developmentBuild) {
    warnings.push({
      code: 'development_build',
      message:
        'This is a development build: larger and slower than a release build. Switch Development Build off before you share it.',
    });
  }
  if (report.threads) {
    warnings.push({
      code: 'threads',
      message:
        'This build uses threads, which browsers allow only on an isolated page. Where Flux has an address of its own for each game, the page is isolated: Chrome and Edge start the game on computers, Firefox in a tab of its own alone. Whether others start it, in such a tab, depends on the browser. On a Flux without such addresses hardly any browser starts it.',
    });
  }
  if (report.webGpu) {
    warnings.push({
      code: 'webgpu',
      message:
        'This build draws with WebGPU, which needs a recent browser and an https address. Elsewhere it starts only if WebGL 2 is in its list of graphics APIs, too.',
    });
  }
  if (entry?.page.base === '/') {
    warnings.push({
      code: 'root_base',
      message:
        'The page sets its base address to /, so its links only work where the game lies at the root of its address. Remove the <base> element.',
    });
  } else if (entry?.page.base && entry.page.base !== './') {
    warnings.push({
      code: 'base_url',
      message: `The page sets its base address to ${entry.page.base}, so its links may not lead into the upload. Remove the <base> element.`,
    });
  }
  return warnings;
}

/** Served files that often hold secrets. They are served because some games read them, such as those of Flutter. */
export function secretFiles(files: readonly PlacedFile[]): BuildWarning[] {
  const found = files.filter(({ path }) => mayHoldSecrets(path));
  if (found.length === 0) return [];
  return [
    {
      code: 'secret_files',
      message: `Players can read these files: ${listed(found)}. Leave them out of the build if they hold keys or passwords.`,
    },
  ];
}

/** Dropped files, so that creators do not search for them. */
export function dropped(files: readonly DroppedFiles[]): BuildWarning[] {
  const count = files.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return [];
  const names = list(files.map((each) => `${each.name} (${each.count})`));
  return [
    {
      code: 'dropped_files',
      message: `${count} ${count === 1 ? 'file was' : 'files were'} left out because players do not need ${count === 1 ? 'it' : 'them'}: ${names}.`,
    },
  ];
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
