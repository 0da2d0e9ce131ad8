const patienceMilliseconds = 1_500;

interface Pressed {
  key: string;
  at: number;
}

/**
 * Tracks key presses: the first key of a sequence waits for the next, for a moment.
 * @returns for a key, the shortcut that it completes
 */
export function createSequence(): (key: string, at: number, known: readonly string[]) => string | null {
  let before: Pressed | null = null;
  return (key, at, known) => {
    const begun = before && at - before.at <= patienceMilliseconds ? `${before.key} ${key}` : null;
    before = null;
    if (begun && known.includes(begun)) return begun;
    if (known.includes(key)) return key;
    if (known.some((keys) => keys.startsWith(`${key} `))) before = { key, at };
    return null;
  };
}
