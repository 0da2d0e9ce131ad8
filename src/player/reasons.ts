import { hasNoAddress } from './support.ts';

const network = 'A file of this game could not be fetched. Please check the connection and try again.';
const away =
  'The files of this game cannot be reached right now. Nothing was lost; please try again in a moment.';
const reasons: readonly (readonly [RegExp, string])[] = [
  // Only what has no address of its own is of the origin 'null', which loads no worker from a file.
  [/construct 'Worker'.* origin 'null'/, hasNoAddress],
  [/\b503\b/, away],
  [
    /out of memory|array buffer allocation|could not allocate|RangeError/i,
    'This game needs more memory than the browser has left. Please close other tabs and try again.',
  ],
  [
    // The last two are what Firefox and Safari say of a line that breaks off.
    /fetch|network ?error|load failed|unable to load|download|status \d{3}|input stream|connection was lost/i,
    network,
  ],
  [
    /WebGL|WebGPU|graphics API/i,
    'The browser did not give this game its graphics. Please update the browser, or switch on hardware acceleration, and try again.',
  ],
  [
    /parse|unexpected token|unknown data format|CompileError|magic word|not one of Unity/i,
    'A file of this game is damaged, so it cannot start. Trying again may help; otherwise its creator has to upload it again.',
  ],
];

/** Why a game did not start, in a sentence for a player. */
export function reasonOf(error: unknown): string {
  const text = `${error instanceof Error ? error.name : ''} ${detailOf(error)}`;
  return (
    reasons.find(([pattern]) => pattern.test(text))?.[1] ??
    'Something went wrong while this game was starting. Please try again.'
  );
}

/** What the loader itself said, for those who can make something of it. */
export function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error ?? '');
}
