import { nextOf } from './scan.ts';

/** Starts of comments and literals, and braces of template literals. */
const opening = /["'`/{}]/g;
const lineEnd = /[\n\r\u2028\u2029]/g;
/** Before an operand, a slash starts a regular expression; elsewhere it divides. */
const beforeOperand =
  /(?:^|[([{,;:?=!&|+\-*%^~<>]|\b(?:await|case|delete|do|else|in|instanceof|new|of|return|throw|typeof|void|yield))\s*$/;
/** After these both are possible, as in `if (a) /b/.test(c)` and in `(a) / b`: only a parser knows. */
const beforeEither = /[)}]\s*$/;
const operandContext = 64;
/** Characters after a regular expression that use it. */
const patternUse = /^[dgimsuvy]*\s*\.\s*(?:exec|test)\b/;
const patternUseLength = 32;
/** A longer single-line comment is misread code of a bundle. */
const longestLine = 1_000;

/**
 * A script without its comments: each becomes a space, or a line break if it spans lines. Similar text in strings,
 * template literals and regular expressions is kept. Ambiguous comments are kept: reading commented-out code is
 * better than missing code. Tolerant, linear in the length. @see https://tc39.es/ecma262/#sec-comments
 */
export function withoutComments(script: string): string {
  const kept: string[] = [];
  let from = 0;
  const cut = (start: number, end: number) => {
    kept.push(script.slice(from, start), script.slice(start, end).includes('\n') ? '\n' : ' ');
    from = end;
  };
  // A missing end is not searched again: each search would read to the end of the script, or of its line.
  let blocksEnd = true;
  let noPatternBefore = 0;
  let noCommentBefore = 0;
  /** The number of open braces in each enclosing template literal. */
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
        // A following comment shows that it was a division.
        const isUnsure = !isPattern && /^\/(?![/*])/.test(script.slice(close, close + 2));
        if (isUnsure && close >= noCommentBefore) noCommentBefore = nextOf(lineEnd, script, close);
      }
    }
    at = nextOf(opening, script, end);
  }
  return kept.join('') + script.slice(from);
}

/** The position after a literal's end, skipping escapes; null without an end. */
function closeOf(marks: RegExp, script: string, from: number): number | null {
  let at = nextOf(marks, script, from);
  while (script[at] === '\\') at = nextOf(marks, script, at + 2);
  return at < script.length ? at + 1 : null;
}

/** The slash that ends a regular expression, or the end of the line. A slash in a class, as in `[/]`, does not. */
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
