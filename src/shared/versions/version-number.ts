import { isVisible, stripDirectionMarks } from '../text/visible-text.ts';

/**
 * The stored form: without control characters, outer spaces and a 'v' before the number; blank if nothing is
 * visible.
 */
export function cleanVersionNumber(typed: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what goes
  const line = stripDirectionMarks(typed.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '')).trim();
  return isVisible(line) ? line.replace(/^v(?=\d)/i, '') : '';
}

/** Whether a version is a number, which is shown with a 'v' before it: 'v1.5', but 'beta 2'. */
export function isVersionNumber(version: string): boolean {
  return /^\d/.test(version);
}
