const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
};
const maxDepth = 5;
/** Look-ups a page may cost; each reads the whole source once, and hostile pages can chain them. */
const maxLookups = 200;
const maxTries = 20;

/** A string that was read, and where it ends. */
export interface Value {
  text: string;
  end: number;
}

/** Reads strings out of a page's scripts, given without comments, and does not run them. */
export class ScriptValues {
  readonly #source: string;
  readonly #known = new Map<string, string | null>();
  /** The names that occur in the values of each name that was read. */
  readonly #sources = new Map<string, Set<string>>();
  /** The names that are being read, the innermost one last. */
  readonly #reading: string[] = [];
  readonly #assignments = new Map<string, number>();
  #lookups = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /**
   * The value of the first readable `name: …` or `name = …`: string literals, template literals, and concatenations
   * of these with variables, as in `buildUrl + "/game.data.gz"`.
   * @returns null if nothing is found
   */
  find(name: string): string | null {
    return this.#find(name, 0);
  }

  /**
   * Whether the scripts assign `name`, and each name that its value was read from, once. Otherwise browsers may get another
   * value than `find` returns.
   */
  isAssignedOnce(name: string): boolean {
    return this.#countAssignments(name) === 1 && this.#areSourcesAssignedOnce(name);
  }

  /** The same for `findArgument`: whether the scripts call `callee` once, with arguments that are assigned once. */
  isCalledOnce(callee: string): boolean {
    return this.#count(callPattern(callee)) === 1 && this.#areSourcesAssignedOnce(callee);
  }

  #areSourcesAssignedOnce(name: string): boolean {
    const names = new Set(this.#sources.get(name));
    for (const each of names) {
      if (this.#countAssignments(each) !== 1) return false;
      for (const source of this.#sources.get(each) ?? []) names.add(source);
    }
    return true;
  }

  #countAssignments(name: string): number {
    const count = this.#assignments.get(name) ?? this.#count(anyAssignment(name));
    this.#assignments.set(name, count);
    return count;
  }

  #count(pattern: RegExp): number {
    return this.#source.match(pattern)?.length ?? 0;
  }

  /** One argument of the first call of `callee` where it can be read; `position` counts from 0. */
  findArgument(callee: string, position: number): string | null {
    let tries = 0;
    for (const match of this.#source.matchAll(callPattern(callee))) {
      let at = match.index + match[0].length;
      for (let skipped = 0; skipped < position; skipped += 1) {
        const comma = this.#source.indexOf(',', at);
        at = comma < 0 ? this.#source.length : comma + 1;
      }
      this.#reading.push(callee);
      const value = this.#readExpression(at, 0);
      this.#reading.pop();
      if (value) return value.text;
      tries += 1;
      if (tries > maxTries) break;
    }
    return null;
  }

  /** A string or concatenation at a position, and its end; null if it is unreadable. */
  textAt(place: number): Value | null {
    return this.#readExpression(place, 0);
  }

  /** Whether a line of the source ends between two places. */
  hasLineEnd(from: number, to: number): boolean {
    return this.#source.slice(from, to).includes('\n');
  }

  /** Those of the names that are strings of the scripts or segments of a path in one; a single pass, however many they are. */
  mentioned(names: ReadonlySet<string>): Set<string> {
    const found = new Set<string>();
    if (names.size === 0) return found;
    for (const [text] of this.#source.matchAll(/[^"'`/\\{}?#\n]{1,255}/g))
      if (names.has(text)) found.add(text);
    return found;
  }

  #find(name: string, depth: number): string | null {
    const reader = this.#reading.at(-1);
    if (reader !== undefined) this.#noteSource(reader, name);
    this.#reading.push(name);
    const value = this.#findValue(name, depth);
    this.#reading.pop();
    return value;
  }

  #noteSource(reader: string, name: string): void {
    const names = this.#sources.get(reader) ?? new Set();
    this.#sources.set(reader, names.add(name));
  }

  #findValue(name: string, depth: number): string | null {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    this.#lookups += 1;
    if (depth > maxDepth || this.#lookups > maxLookups) return null;
    this.#known.set(name, null);
    const assignment = new RegExp(`(?<![\\w$])["']?${escapePattern(name)}["']?\\s*(?::|=(?![=>]))\\s*`, 'g');
    let tries = 0;
    for (const match of this.#source.matchAll(assignment)) {
      const value = this.#readExpression(match.index + match[0].length, depth);
      if (value) {
        this.#known.set(name, value.text);
        return value.text;
      }
      tries += 1;
      if (tries > maxTries) break;
    }
    return null;
  }

  #readExpression(start: number, depth: number): Value | null {
    const source = this.#source;
    let text = '';
    let at = start;
    for (;;) {
      const term = this.#readTerm(at, depth);
      if (!term) return null;
      text += term.text;
      const next = skipSpace(source, term.end);
      if (source[next] !== '+') {
        // Anything but the end of the expression means that more happens to it than can be read.
        return next >= source.length ||
          /[,;})\]]/.test(source[next] ?? '') ||
          /\n/.test(source.slice(term.end, next))
          ? { text, end: term.end }
          : null;
      }
      at = next + 1;
    }
  }

  #readTerm(start: number, depth: number): Value | null {
    const source = this.#source;
    const at = skipSpace(source, start);
    const quote = source[at];
    if (quote === '"' || quote === "'" || quote === '`') return this.#readString(at, quote, depth);
    const identifier = /[A-Za-z_$][\w$]*(?![\w$.([])/y;
    identifier.lastIndex = at;
    const found = identifier.exec(source);
    if (!found) return null;
    const text = this.#find(found[0], depth + 1);
    return text === null ? null : { text, end: identifier.lastIndex };
  }

  #readString(start: number, quote: string, depth: number): Value | null {
    const source = this.#source;
    let text = '';
    for (let at = start + 1; at < source.length && at < start + 4096; at += 1) {
      const char = source[at];
      if (char === quote) return { text, end: at + 1 };
      if (char === '\n' && quote !== '`') return null;
      if (char === '\\') {
        const unicode = /u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})/iy;
        unicode.lastIndex = at + 1;
        const hex = unicode.exec(source);
        if (hex) {
          const point = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '0', 16);
          text += point <= 0x10ffff ? String.fromCodePoint(point) : '';
          at = unicode.lastIndex - 1;
        } else {
          at += 1;
          const next = source[at] ?? '';
          text += escapes[next] ?? next;
        }
      } else if (quote === '`' && char === '$' && source[at + 1] === '{') {
        const close = source.indexOf('}', at);
        const name = source.slice(at + 2, close).trim();
        const value = close > 0 && /^[A-Za-z_$][\w$]*$/.test(name) ? this.#find(name, depth + 1) : null;
        if (value === null) return null;
        text += value;
        at = close;
      } else {
        text += char;
      }
    }
    return null;
  }
}

function callPattern(callee: string): RegExp {
  return new RegExp(`(?<![\\w$])${escapePattern(callee)}\\s*\\(`, 'g');
}

// Two neighbouring `\s*` would take quadratic time over a page of spaces.
const assigned = String.raw`(?:[\]}]\s*)?(?::|=>|(?:[-+*/%&|^]|\|\||&&|\?\?|<<|>>)?=(?!=))`;
const parameter = String.raw`(?:,[^()]{0,200})?\)\s*(?:\{|=>)`;

/** Whatever can give a name a value: also operators such as `+=`, destructuring and parameters. */
function anyAssignment(name: string): RegExp {
  const key = String.raw`(?<![\w$])${escapePattern(name)}(?![\w$])["'\x60]?\s*`;
  return new RegExp(`${key}(?:${assigned}|${parameter})`, 'g');
}

function skipSpace(source: string, start: number): number {
  const space = /\s*/y;
  space.lastIndex = start;
  space.exec(source);
  return space.lastIndex;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
