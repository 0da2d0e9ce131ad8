// biome-ignore lint/suspicious/noControlCharactersInRegex: making control characters visible is the point.
const invisible = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u061c\u2028-\u202e\u2066-\u2069]/gu;

/**
 * A file name for a message: quoted, truncated to 120 characters, with invisible and misleading characters escaped.
 */
export function showName(name: string): string {
  const visible = name.replace(invisible, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`);
  const characters = [...visible];
  return `“${characters.length > 120 ? `${characters.slice(0, 119).join('')}…` : visible}”`;
}
