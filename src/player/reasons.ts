import { noOwnOriginSentence } from './support.ts';

/** The message for players about a game that did not start, and whether a retry can help. */
export interface Failure {
  sentence: string;
  canRetry: boolean;
}

const network: Failure = {
  sentence: 'A file of this game could not be loaded. Please check the connection and try again.',
  canRetry: true,
};
const damaged: Failure = {
  sentence: 'A file of this game is damaged, so it cannot start. Please ask its creator to upload it again.',
  canRetry: false,
};
const unknown: Failure = {
  sentence:
    'The game stopped because of an error. Please try again. If it stops again, send the details to its creator.',
  canRetry: true,
};
const failures: readonly (readonly [RegExp, Failure])[] = [
  // Only an opaque origin is 'null', and it cannot load a worker from a file.
  [/construct 'Worker'.* origin 'null'/, { sentence: noOwnOriginSentence, canRetry: false }],
  [
    /\b503\b/,
    {
      sentence:
        'The files of this game are temporarily unavailable. Nothing was lost; please try again in a moment.',
      canRetry: true,
    },
  ],
  [
    /out of memory|array buffer allocation|could not allocate|RangeError(?!.*(?:call stack|recursion))/i,
    {
      sentence:
        'This game needs more memory than the browser has left. Please close other tabs and try again.',
      canRetry: true,
    },
  ],
  [
    // The last two are the messages of Firefox and Safari about a broken connection. A captive portal
    // responds with a page instead of a file.
    /fetch|network ?error|load failed|unable to load|download|status \d{3}|unexpected token '?<|input stream|connection was lost/i,
    network,
  ],
  [
    /context (?:was )?lost|lost (?:its|the) context/i,
    {
      sentence: 'The browser stopped the graphics of this game. Please try again.',
      canRetry: true,
    },
  ],
  [
    /WebGL|WebGPU|graphics API/i,
    {
      sentence:
        'The browser could not start the graphics of this game. Please update the browser or switch on hardware acceleration in its settings, then open the game again.',
      canRetry: false,
    },
  ],
  [/parse|unexpected token|unknown data format|CompileError|magic word|not one of Unity/i, damaged],
];

/** A line of a stack trace, as Chromium, Firefox and Safari write them. */
const stackLine = /^\s*at\s|^[^\s@]*@(?:https?|blob|wasm):|wasm-function\[/;

/** The reason why a game did not start. Function names in a stack trace do not matter. */
export function failureOf(error: unknown): Failure {
  const name = error instanceof Error ? error.name : '';
  const said = error instanceof Error ? error.message : String(error ?? '');
  const text = `${name} ${withoutStack(said)}`;
  return failures.find(([pattern]) => pattern.test(text))?.[1] ?? unknown;
}

/** A loader's message without the lines of its stack trace. */
export function withoutStack(text: string): string {
  const lines = text.split('\n').filter((line) => !stackLine.test(line));
  return lines.join(' ').trim();
}

/** All messages of the loader or the game, with the stack, for the game's creator. */
export function detailsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error ?? '').trim();
  const { stack = '', message } = error;
  return (stack.includes(message) ? stack : `${message}\n${stack}`).trim();
}
