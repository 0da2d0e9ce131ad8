/** A token of a script. */
export interface Token {
  kind: 'word' | 'number' | 'text' | 'pattern' | 'mark';
  text: string;
  /** Where it begins in the script, and where it has ended. */
  at: number;
  end: number;
}

/** Unity's longest stock script has about 3,000 characters without its comments; longer ones do more. */
export const maxStockChars = 12_000;

const kinds: readonly (readonly [Token['kind'], RegExp])[] = [
  ['word', /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['number', /0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['text', /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/sy],
  ['pattern', /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y],
  ['mark', /=>|[=!]==?|\.{3}|\S/y],
];

/**
 * The tokens of a script without comments. Ambiguities that only a parser resolves may be wrong, which the comparison
 * with known code detects; the time is quadratic in a hostile script's length.
 */
export function tokensOf(script: string): Token[] {
  const tokens: Token[] = [];
  const space = /\s*/y;
  for (let at = 0; ; ) {
    space.lastIndex = at;
    space.exec(script);
    at = space.lastIndex;
    const token = at < script.length ? tokenAt(script, at, tokens.at(-1)) : null;
    if (!token) return tokens;
    tokens.push(token);
    at = token.end;
  }
}

function tokenAt(script: string, at: number, before: Token | undefined): Token | null {
  for (const [kind, pattern] of kinds) {
    if (kind === 'pattern' && before && !isBeforeOperand(before)) continue;
    pattern.lastIndex = at;
    const [text] = pattern.exec(script) ?? [];
    if (text !== undefined) return { kind, text, at, end: at + text.length };
  }
  return null;
}

/** Where an operand is due, a slash begins a pattern; elsewhere it divides. */
function isBeforeOperand({ kind, text }: Token): boolean {
  return kind === 'mark' && !/[)\]}]/.test(text);
}
