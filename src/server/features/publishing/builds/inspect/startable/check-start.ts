import type { BuildReport, BuildWarning, FileRole } from '#shared/versions/versions.ts';
import type { EntryPage } from '../page/entry-page.ts';
import { type PlacedFile, readText } from '../placed.ts';
import type { UnityBuild, UnityPart } from '../unity/build.ts';
import { faultOf, maxScriptBytes, type PartFault, requiredRoles } from './part-faults.ts';
import { areOfDifferentBuilds } from './same-build.ts';
import * as warn from './start-warnings.ts';

export interface StartCheck {
  kind: BuildReport['kind'];
  files: readonly PlacedFile[];
  page: EntryPage | null;
  build: UnityBuild | null;
  parts: readonly UnityPart[];
  template: BuildReport['template'];
  /** The text of the loader; empty where there is none. */
  loaderText: string;
}

/** Signs that a page creates or fetches its parts itself, so that the upload proves little. */
const ownWays =
  /createObjectURL|new (?:Blob|Response|Proxy)\b|serviceWorker|\bfetch\s*=[^=]|\.prototype\.(?:open|send)\b/;

/**
 * The problems of a build's parts and page. A warning with `stops` is certain: the build cannot start in any browser.
 * A false one would hold back a good build, so doubts do not stop it.
 */
export async function checkStart(check: StartCheck): Promise<BuildWarning[]> {
  const { build, parts, page, kind } = check;
  const isKnown = isPageKnown(check);
  const faults = new Map<UnityPart, PartFault>();
  for (const part of parts) {
    const fault = await faultOf(part);
    if (fault) faults.set(part, fault);
  }
  const stops = (part: UnityPart): boolean => isKnown && stopsStart(check, faults, part);
  const stopping = new Set([...faults.keys()].filter(stops).map(({ file }) => file));
  const isPageStopped =
    page !== null && (page.file.source.isLfsPointer === true || page.file.source.size === 0);
  if (isPageStopped) stopping.add(page.file);
  return [
    ...(build?.missing ?? []).map((part) =>
      warn.missingPart(
        part,
        isKnown && part.named && isMissed(check, part.path) && isNeeded(check, part.role),
      ),
    ),
    ...warn.lfsPointers(check.files, stopping),
    ...warn.brokenCompression(check.files, stopping),
    ...(page?.file.source.size === 0 && kind !== 'unity' ? [warn.emptyPage(page.file)] : []),
    ...[...faults].flatMap(([part, fault]) => warn.partFault(part, fault, stopping.has(part.file))),
    ...(await differentBuilds(check, faults, isKnown)),
  ];
}

/** Whether the page starts the build from its files as Unity's own pages do, or Flux makes such a page. */
function isPageKnown({ page, template }: StartCheck): boolean {
  return page === null || template !== 'custom' || !ownWays.test(page.source);
}

/** Whether no browser starts the build without this part. A custom page may take it from another address than the one read. */
function isNeeded({ build, template }: StartCheck, role: FileRole): boolean {
  const isDoubtful = template === 'custom' && build?.doubtful.has(role) === true;
  return requiredRoles.has(role) && !isDoubtful;
}

/** The page picks one of several parts of a kind, so all must be broken. */
function stopsStart(
  check: StartCheck,
  faults: ReadonlyMap<UnityPart, PartFault>,
  { role }: UnityPart,
): boolean {
  const { parts, loaderText } = check;
  if (!isNeeded(check, role)) return false;
  if (role === 'asm' && parts.some((part) => part.role === 'wasm')) return false;
  return parts
    .filter((part) => part.role === role)
    .every((part) => {
      const fault = faults.get(part);
      // A custom loader may read other data.
      if (fault === 'foreign' && role === 'data') return loaderText.includes('UnityWebData1.0');
      return fault !== undefined;
    });
}

/** Whether a part that is not there is also not there in pieces, for a page that joins them, or elsewhere. */
function isMissed({ build, page, files }: StartCheck, path: string): boolean {
  const base = page?.page.base ?? './';
  if (build?.picks || !['./', '/'].includes(base)) return false;
  return !files.some((file) => file.path.startsWith(path));
}

async function differentBuilds(
  check: StartCheck,
  faults: ReadonlyMap<UnityPart, PartFault>,
  isKnown: boolean,
): Promise<BuildWarning[]> {
  const { parts } = check;
  const stops = isKnown && isNeeded(check, 'framework') && isNeeded(check, 'wasm');
  const [framework, secondFramework] = parts.filter(({ role }) => role === 'framework');
  const [code, secondCode] = parts.filter(({ role }) => role === 'wasm');
  if (!framework || !code || secondFramework || secondCode) return [];
  if (faults.has(framework) || faults.has(code) || framework.file.source.size > maxScriptBytes) return [];
  const text = await readText(framework.file, maxScriptBytes);
  if (!(await areOfDifferentBuilds(text, code.file))) return [];
  return [warn.mixedBuilds(framework.file, code.file, stops)];
}
