import { nextOf } from './scan.ts';

/** What can begin something that is not code, but is read as a whole. */
const opening = /["'`/]/g;
/** Where an operand is due, a slash begins a regular expression; elsewhere it divides. */
const beforeOperand = /(?:^|[([{,;:?=!&|+\-*%^~<>]|\b(?:return|typeof|case|in|of|void|delete))\s*$/;
const operandContext = 64;

/**
 * A script without its comments: each is a space, or a line's end where it spans some. Strings, template literals and
 * regular expressions keep what looks like one. Tolerant of everything, linear in its length.
 * @see https://tc39.es/ecma262/#sec-comments
 */
export function withoutComments(script: string): string {
  const kept: string[] = [];
  let from = 0;
  const cut = (start: number, end: number) => {
    kept.push(script.slice(from, start), script.slice(start, end).includes('\n') ? '\n' : ' ');
    from = end;
  };
  // What does not end is not looked for again: each search reads on to the end of the script, or of its line.
  let blocksEnd = true;
  let templatesEnd = true;
  let noPatternBefore = 0;
  for (let at = nextOf(opening, script, 0); at < script.length; ) {
    let end = at + 1;
    if (script[at] === '`') {
      const close: number | null = templatesEnd ? closeOf(/[`\\]/g, script, end) : null;
      templatesEnd = close !== null;
      end = close ?? end;
    } else if (script[at] !== '/') {
      end = closeOf(script[at] === '"' ? /["\\\n]/g : /['\\\n]/g, script, end) ?? script.length;
    } else if (script[end] === '/') {
      end = nextOf(/[\n\r\u2028\u2029]/g, script, end);
      cut(at, end);
    } else if (script[end] === '*') {
      const close: number = blocksEnd ? script.indexOf('*/', end + 1) : -1;
      blocksEnd = close >= 0;
      if (close >= 0) {
        end = close + 2;
        cut(at, end);
      }
    } else if (
      at >= noPatternBefore &&
      beforeOperand.test(script.slice(Math.max(from, at - operandContext), at))
    ) {
      const close: number = patternEnd(script, end);
      if (script[close] === '/') end = close + 1;
      else noPatternBefore = close;
    }
    at = nextOf(opening, script, end);
  }
  return kept.join('') + script.slice(from);
}

/** Behind what ends a literal, past what a backslash escapes; null where nothing does. */
function closeOf(marks: RegExp, script: string, from: number): number | null {
  let at = nextOf(marks, script, from);
  while (script[at] === '\\') at = nextOf(marks, script, at + 2);
  return at < script.length ? at + 1 : null;
}

/** The slash that ends a regular expression, or the end of the line where none does. In a class, as in `[/]`, none does. */
function patternEnd(script: string, from: number): number {
  const marks = /[/[\]\\\n]/g;
  let inClass = false;
  let at = nextOf(marks, script, from);
  while (at < script.length && script[at] !== '\n' && (inClass || script[at] !== '/')) {
    if (script[at] === '[') inClass = true;
    if (script[at] === ']') inClass = false;
    at = nextOf(marks, script, at + (script[at] === '\\' ? 2 : 1));
  }
  return at;
}
