/**
 * The place of the next match of a pattern with the flag g, from a place on.
 * @returns the length of the text where there is none
 */
export function nextOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}
