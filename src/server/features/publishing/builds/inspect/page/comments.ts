import { nextOf } from './scan.ts';

/** What can begin something that is not code but is read as a whole, or end the code within a template literal. */
const opening = /["'`/{}]/g;
const lineEnd = /[\n\r\u2028\u2029]/g;
/** Where an operand is due, a slash begins a regular expression; elsewhere it divides. */
const beforeOperand =
  /(?:^|[([{,;:?=!&|+\-*%^~<>]|\b(?:await|case|delete|do|else|in|instanceof|new|of|return|throw|typeof|void|yield))\s*$/;
/** Behind these it may do either, as in `if (a) /b/.test(c)` and in `(a) / b`: only a parser knows. */
const beforeEither = /[)}]\s*$/;
const operandContext = 64;
/** What uses a regular expression where it stands. */
const patternUse = /^[dgimsuvy]*\s*\.\s*(?:exec|test)\b/;
const patternUseLength = 32;
/** Nobody comments at such length on one line. What looks like it is code of a bundle that was misread. */
const longestLine = 1_000;

/**
 * A script without its comments: each is a space, or a line's end where it spans some. Strings, template literals and
 * regular expressions keep what looks like one. Where only a parser would know a comment from code, it stays: rather is
 * something commented out read than code not read. Tolerant of everything, linear in its length.
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
  let noPatternBefore = 0;
  let noCommentBefore = 0;
  /** How many braces are open in the code of each template literal around this place. */
  const templates: number[] = [];
  const templateEnd = (start: number) => {
    const end = closeOf(/[`\\]|\$\{/g, script, start) ?? script.length;
    if (script[end - 1] !== '$') return end;
    templates.push(0);
    return end + 1;
  };
  for (let at = nextOf(opening, script, 0); at < script.length; ) {
    let end = at + 1;
    const mark = script[at];
    if (mark === '`') end = templateEnd(end);
    else if (mark === '"' || mark === "'")
      end = closeOf(mark === '"' ? /["\\\n]/g : /['\\\n]/g, script, end) ?? script.length;
    else if (mark === '{' || mark === '}') {
      const braces = templates.pop();
      if (braces === 0 && mark === '}') end = templateEnd(end);
      else if (braces !== undefined) templates.push(mark === '{' ? braces + 1 : braces - 1);
    } else if (script[end] === '/') {
      end = nextOf(lineEnd, script, end);
      if (at >= noCommentBefore && end - at <= longestLine) cut(at, end);
    } else if (script[end] === '*') {
      const close: number = blocksEnd ? script.indexOf('*/', end + 1) : -1;
      blocksEnd = close >= 0;
      if (close >= 0) {
        end = close + 2;
        if (at >= noCommentBefore) cut(at, end);
      }
    } else if (at >= noPatternBefore) {
      const before = script.slice(Math.max(from, at - operandContext), at);
      const isEither = beforeEither.test(before);
      if (isEither || beforeOperand.test(before)) {
        const close: number = patternEnd(script, end);
        const isPattern = !isEither || patternUse.test(script.slice(close + 1, close + patternUseLength));
        if (isPattern && script[close] === '/') end = close + 1;
        else noPatternBefore = close;
        // Where a comment follows at once, it was a quotient.
        const isUnsure = !isPattern && /^\/(?![/*])/.test(script.slice(close, close + 2));
        if (isUnsure && close >= noCommentBefore) noCommentBefore = nextOf(lineEnd, script, close);
      }
    }
    at = nextOf(opening, script, end);
  }
  return kept.join('') + script.slice(from);
}

/** Behind the first character of what ends a literal, past what a backslash escapes; null where nothing does. */
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
