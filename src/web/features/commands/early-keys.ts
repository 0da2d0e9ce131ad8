import type { EarlyKeys } from '../../lib/keys.ts';

/** By then somebody does something else. */
const patienceMilliseconds = 5_000;

/**
 * Takes what was pressed, and what is pressed from now on.
 * @returns ends it
 */
export function takeKeys(early: EarlyKeys, take: (key: string) => void): () => void {
  early.take = take;
  for (let next = early.waiting.shift(); next; next = early.waiting.shift())
    if (performance.now() - next.at < patienceMilliseconds) take(next.key);
  return () => {
    early.take = null;
  };
}

/** Whatever was pressed after the key that opens the palette is no key but text. */
export function typeTheRest(early: EarlyKeys): void {
  early.typed?.push(...early.waiting.splice(0).map(({ key }) => key));
}

/** What its field begins with, now that the focus is in it. */
export function takeText(early: EarlyKeys): string {
  const signs: string[] = [];
  for (const key of early.typed ?? []) {
    if (key === 'Backspace') signs.pop();
    // Nobody has seen what Enter would take.
    else if (key !== 'Enter') signs.push(key);
  }
  early.typed = null;
  return signs.join('');
}
