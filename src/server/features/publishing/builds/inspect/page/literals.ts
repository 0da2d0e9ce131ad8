import type { ScriptValues } from './script-values.ts';
import type { Token } from './tokens.ts';

/** A value and the position of the next token. */
interface Read {
  value: unknown;
  next: number;
}

const constants: ReadonlyMap<string, unknown> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const maxDepth = 8;

/**
 * Reads literal values of a script: strings like `ScriptValues`, numbers, booleans, and lists and objects of them.
 */
export class Literals {
  readonly #tokens: readonly Token[];
  readonly #values: ScriptValues;

  constructor(tokens: readonly Token[], values: ScriptValues) {
    this.#tokens = tokens;
    this.#values = values;
  }

  /** @returns null where the value is computed; whatever follows it is left to the caller */
  at(place: number): Read | null {
    return this.#read(place, 0);
  }

  /** The value that is the rest of a statement. */
  statementAt(place: number): Read | null {
    const read = this.at(place);
    const [last, following] = read ? [this.#tokens[read.next - 1], this.#tokens[read.next]] : [];
    if (!read || !last || !following || /^[;}]$/.test(following.text)) return read;
    return this.#values.hasLineEnd(last.end, following.at) && !/^[-+*/%.,([?=<>&|]/.test(following.text)
      ? read
      : null;
  }

  /** The key of an entry of an object, with its colon. */
  keyAt(place: number): string | null {
    const token = this.#tokens[place];
    if (!token || this.#tokens[place + 1]?.text !== ':') return null;
    const key = token.kind === 'word' ? token.text : token.kind === 'text' ? token.text.slice(1, -1) : null;
    // It would be the prototype of the object.
    return key === '__proto__' ? null : key;
  }

  #read(place: number, depth: number): Read | null {
    const token = this.#tokens[place];
    if (!token || depth > maxDepth) return null;
    const { kind, text } = token;
    if (constants.has(text)) return { value: constants.get(text), next: place + 1 };
    if (kind === 'text' || kind === 'word') return this.#readText(token);
    if (kind === 'number') return { value: Number(text), next: place + 1 };
    if (text === '[') return this.#readList(place + 1, depth + 1);
    if (text === '{') return this.#readObject(place + 1, depth + 1);
    const operand = this.#tokens[place + 1];
    if (operand?.kind !== 'number') return null;
    if (text === '-') return { value: -Number(operand.text), next: place + 2 };
    // As those write truths who make scripts small.
    return text === '!' ? { value: Number(operand.text) === 0, next: place + 2 } : null;
  }

  #readText({ at }: Token): Read | null {
    const read = this.#values.textAt(at);
    if (!read) return null;
    const next = this.#tokens.findIndex((token) => token.at >= read.end);
    return { value: read.text, next: next < 0 ? this.#tokens.length : next };
  }

  #readList(start: number, depth: number): Read | null {
    const list: unknown[] = [];
    for (let at = start; ; ) {
      if (this.#tokens[at]?.text === ']') return { value: list, next: at + 1 };
      const read = this.#read(at, depth);
      const next = read && this.#afterComma(read.next, ']');
      if (!read || next === null) return null;
      list.push(read.value);
      at = next;
    }
  }

  #readObject(start: number, depth: number): Read | null {
    const object: [string, unknown][] = [];
    for (let at = start; ; ) {
      if (this.#tokens[at]?.text === '}') return { value: Object.fromEntries(object), next: at + 1 };
      const key = this.keyAt(at);
      const read = key === null ? null : this.#read(at + 2, depth);
      const next = read && this.#afterComma(read.next, '}');
      if (key === null || !read || next === null) return null;
      object.push([key, read.value]);
      at = next;
    }
  }

  #afterComma(place: number, closing: string): number | null {
    const text = this.#tokens[place]?.text;
    if (text === ',') return place + 1;
    return text === closing ? place : null;
  }
}
