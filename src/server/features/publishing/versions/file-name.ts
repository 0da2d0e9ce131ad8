/** UTF-16 units, so that no file system that a download lands on refuses the name. */
const maxLength = 200;

/**
 * The name of an uploaded file as it is kept, shown and offered for download: without folders, control
 * characters, direction marks and halves of surrogate pairs.
 */
export function storableFileName(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  if (clean === '') return 'build';
  if (clean.length <= maxLength) return clean;
  const extension = /\.[a-z0-9]{1,10}$/i.exec(clean)?.[0] ?? '';
  return clean.slice(0, maxLength - extension.length).toWellFormed() + extension;
}
