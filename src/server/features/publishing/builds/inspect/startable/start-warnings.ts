import type { BuildWarning } from '#shared/versions/versions.ts';
import type { PlacedFile } from '../placed.ts';
import type { UnityBuild, UnityPart } from '../unity/build.ts';
import { listed } from '../warnings.ts';
import type { PartFault } from './part-faults.ts';

const again = 'Build and zip it again.';

function warning(code: BuildWarning['code'], message: string, stops: boolean): BuildWarning {
  return stops ? { code, message, stops } : { code, message };
}

/** Each says which file was probably meant. */
export function missingPart(part: UnityBuild['missing'][number], stops: boolean): BuildWarning {
  return warning(
    'missing_part',
    part.similar
      ? `The ${part.role} file ${part.path} is missing. There is ${part.similar.path}, which differs only by its name; build again or change the page so that both agree.`
      : `The ${part.role} file ${part.path} is missing, so the game cannot start. Upload a zip of the whole folder that Unity made.`,
    stops,
  );
}

export function lfsPointers(files: readonly PlacedFile[], stopping: ReadonlySet<PlacedFile>): BuildWarning[] {
  const pointers = files.filter(({ source }) => source.isLfsPointer);
  if (pointers.length === 0) return [];
  return [
    warning(
      'lfs_pointer',
      `Git LFS left pointers in place of these files: ${listed(pointers)}. Run "git lfs pull" in the repository, zip the build again and upload it.`,
      pointers.some((file) => stopping.has(file)),
    ),
  ];
}

export function brokenCompression(
  files: readonly PlacedFile[],
  stopping: ReadonlySet<PlacedFile>,
): BuildWarning[] {
  const broken = files.filter(({ source }) => source.undecodable);
  if (broken.length === 0) return [];
  return [
    warning(
      'broken_compression',
      `These files are damaged: they are compressed, but cannot be decompressed: ${listed(broken)}. They were probably cut short. ${again}`,
      broken.some((file) => stopping.has(file)),
    ),
  ];
}

export function emptyPage({ path }: PlacedFile): BuildWarning {
  return warning('empty_page', `The page ${path} is empty (0 bytes), so there is nothing to show.`, true);
}

/** Warnings about all files are reported elsewhere. */
export function partFault({ role, file }: UnityPart, fault: PartFault, stops: boolean): BuildWarning[] {
  const { path } = file;
  const effect = stops ? 'so the game cannot start' : 'so the game will probably not start';
  switch (fault) {
    case 'empty':
      return [
        warning(
          'empty_part',
          `The ${role} file ${path} is empty (0 bytes), ${effect}. The build or the zip was probably cut short; build and zip it again.`,
          stops,
        ),
      ];
    case 'broken-script':
      return [
        warning(
          'damaged_script',
          `${path} is not whole JavaScript, ${effect}. It was probably cut short or changed. ${again}`,
          stops,
        ),
      ];
    case 'foreign':
      return [
        warning(
          'damaged_part',
          `${path} does not begin as a ${role} file of Unity does, ${effect}. It may be damaged or compressed twice; build and zip it again.`,
          stops,
        ),
      ];
    case 'cut-short':
      return [warning('cut_part', `${path} is cut short, ${effect}. ${again}`, stops)];
    case 'invalid':
      return [warning('damaged_part', `${path} is not valid WebAssembly, ${effect}. ${again}`, stops)];
    case 'lfs-pointer':
    case 'undecodable':
      return [];
  }
}

export function mixedBuilds(framework: PlacedFile, code: PlacedFile, stops: boolean): BuildWarning {
  return warning(
    'mixed_builds',
    `${framework.path} and ${code.path} are of different builds: one asks for what the other does not have, so the game cannot start. Build into an empty folder and upload all files of that one build.`,
    stops,
  );
}
