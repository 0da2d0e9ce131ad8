/** Longer parts only meet the limits of other systems: 260 characters of a whole path on Windows. */
const maxPartLength = 60;

/** Where a version's original file lies in the archive, in names that every system can unpack. */
export function entryName(
  app: { id: string; name: string },
  version: { number: string; fileName: string },
): string {
  return `apps/${part(app.name, 'app')}-${app.id}/${part(version.number, 'version')}/${part(version.fileName, 'build')}`;
}

/** What Windows takes for a device, whatever extension follows. */
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
