/** Longer parts only meet the limits of other systems: 260 characters of a whole path on Windows. */
const maxPartLength = 60;

/**
 * The path of a version's original file in the archive, valid on all systems.
 * @param taken the paths so far; paths are unique, even on case-insensitive systems
 */
export function entryName(
  app: { id: string; name: string },
  version: { id: string; number: string; fileName: string },
  taken: Set<string> = new Set(),
): string {
  const folder = `apps/${part(app.name, 'app')}-${app.id}/${part(version.number, 'version')}`;
  const file = part(version.fileName, 'build');
  const name = `${folder}/${file}`;
  const free = taken.has(name.toLowerCase()) ? `${folder}-${version.id}/${file}` : name;
  taken.add(free.toLowerCase());
  return free;
}

/** The path of an app's picture, beside the folders of the versions. */
export function thumbnailName(app: { id: string; name: string }): string {
  return `thumbnails/${part(app.name, 'app')}-${app.id}.webp`;
}

/** Windows device names, with any extension. */
const reserved = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** One part of a path, without what any system refuses or reads as something else. */
function part(text: string, otherwise: string): string {
  const clean = text
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*\uFFFD]/gu, '_')
    .replace(/\s+/g, ' ');
  const named = trimmed(shortened(trimmed(clean))) || otherwise;
  return reserved.test(named) ? `_${named}` : named;
}

/** Windows drops dots and spaces at the end; a dot at the beginning hides the file, and two of them lead upwards. */
function trimmed(text: string): string {
  return text.replace(/^[. ]+|[. ]+$/g, '');
}

function shortened(text: string): string {
  if (text.length <= maxPartLength) return text;
  const extension = /\.[a-z0-9]{1,10}$/i.exec(text)?.[0] ?? '';
  // Between two halves of a pair the first half would be left.
  return text.slice(0, maxPartLength - extension.length).replace(/[\ud800-\udbff]$/, '') + extension;
}
