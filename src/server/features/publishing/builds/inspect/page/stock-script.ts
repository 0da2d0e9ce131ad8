import { partNameOf } from '../unity/part-names.ts';
import {
  configMark,
  fits,
  ownFunction,
  type StockCall,
  settingMark,
  stockGlobals,
  stockMember,
  type ValueKind,
} from './stock-values.ts';
import type { Token } from './tokens.ts';

/** Deeper than any stock page; a hostile one would fill the stack. */
const maxDepth = 48;
const phonePattern = '/iPhone|iPad|iPod|Android/i';
const bannerName = 'unityShowBanner';

/** Anything that no stock page has. */
class Unfamiliar extends Error {}

/** A value, and where it came from as far as an assignment to it asks. */
interface Reference {
  value: ValueKind | StockCall;
  /** What may be assigned there; null where nothing may. */
  assigned: ValueKind | null;
  /** A member's name. */
  member?: string;
}

interface Variable {
  value: ValueKind | StockCall;
  isRead: boolean;
}

/** The context of a statement. */
interface Place {
  /** Runs only under a condition. */
  isConditional: boolean;
  /** Runs on phones alone. */
  onPhones: boolean;
  /** Runs on a click, after a time or when the game is there: not while the page starts it. */
  isDeferred: boolean;
}

/**
 * Whether a script does only what Unity's stock pages since 2020.1 do: find and style the page's own elements, show
 * messages, start the game once and immediately, and assign it to `window.unityInstance`. Statements are judged by
 * their effects, so that later versions are recognised as well. A name, call or value that a game's plugin could use
 * makes the page custom.
 * @param tokens with the marks of the configuration
 */
export function isStockScript(tokens: readonly Token[]): boolean {
  try {
    return new StockReader(tokens).isStock();
  } catch (error) {
    if (error instanceof Unfamiliar) return false;
    throw error;
  }
}

class StockReader {
  readonly #tokens: readonly Token[];
  readonly #scopes: Map<string, Variable>[] = [new Map()];
  #at = 0;
  #depth = 0;
  #starts = 0;
  #place: Place = { isConditional: false, onPhones: false, isDeferred: false };

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  isStock(): boolean {
    while (this.#at < this.#tokens.length) this.#statement();
    const values = [...(this.#scopes[0]?.values() ?? [])];
    // A text that the page itself does not read is there for a plugin.
    return this.#starts === 1 && values.every(({ value, isRead }) => isRead || !fits(value, 'plain'));
  }

  #statement(): void {
    this.#deeper(() => {
      if (this.#take(';') || this.#take(settingMark)) return;
      if (this.#take('{')) this.#block();
      else if (['var', 'let', 'const'].some((word) => this.#take(word))) this.#declarations();
      else if (this.#take('function')) this.#functionDeclaration();
      else if (this.#take('if')) this.#condition();
      else
        do this.#expression();
        while (this.#take(','));
      // Before an `else` of the enclosing statement.
      this.#take(';');
    });
  }

  /** Behind its opening brace. */
  #block(): void {
    while (!this.#take('}')) this.#statement();
  }

  #declarations(): void {
    do {
      const name = this.#word();
      this.#expect('=');
      this.#declare(name, this.#expression().value);
    } while (this.#take(','));
  }

  #functionDeclaration(): void {
    const name = this.#word();
    if (this.#scopes.length === 1 && name !== bannerName) throw new Unfamiliar();
    this.#declare(name, ownFunction);
    this.#expect('(');
    this.#functionBody(this.#parameters(), 'plain', true);
  }

  #condition(): void {
    this.#expect('(');
    const { value } = this.#expression();
    this.#expect(')');
    this.#under({ isConditional: true, ...(value === 'phones' ? { onPhones: true } : {}) }, () =>
      this.#statement(),
    );
    if (this.#take('else')) this.#under({ isConditional: true, onPhones: false }, () => this.#statement());
  }

  #expression(): Reference {
    return this.#deeper(() => {
      const target = this.#choice();
      if (!this.#take('=')) return target;
      const isOnLoad = target.member === 'onload';
      const { value } = this.#startsFunction() ? this.#functionValue('plain', !isOnLoad) : this.#expression();
      if (target.assigned === null || !fits(value, target.assigned)) throw new Unfamiliar();
      return { value, assigned: null };
    });
  }

  #choice(): Reference {
    const first = this.#operation();
    if (!this.#take('?')) return first;
    this.#under({ isConditional: true }, () => {
      this.#plainExpression();
      this.#expect(':');
      this.#plainExpression();
    });
    return { value: 'plain', assigned: null };
  }

  #plainExpression(): void {
    if (!fits(this.#expression().value, 'plain')) throw new Unfamiliar();
  }

  #operation(): Reference {
    const first = this.#operand();
    let value = first.value;
    let count = 1;
    while (this.#operator()) {
      value = this.#operand().value;
      count += 1;
    }
    if (count === 1) return first;
    // `buildUrl + "/Game.loader.js"` is an address as well.
    return { value: value === 'address' ? value : 'plain', assigned: null };
  }

  #operator(): boolean {
    if (['+', '-', '*', '/', '==', '===', '!=', '!==', 'in'].some((mark) => this.#take(mark))) return true;
    if (this.#take('<') || this.#take('>')) return this.#take('=') || true;
    const next = this.#text;
    if ((next === '&' || next === '|') && this.#tokens[this.#at + 1]?.text === next) {
      this.#at += 2;
      return true;
    }
    return false;
  }

  #operand(): Reference {
    if (this.#take('!') || this.#take('-')) {
      this.#deeper(() => this.#operand());
      return { value: 'plain', assigned: null };
    }
    let reference = this.#primary();
    for (;;) {
      if (this.#take('.')) reference = this.#member(reference);
      else if (this.#take('(')) reference = { value: this.#call(reference.value), assigned: null };
      else if (reference.value === 'elements' && this.#take('[')) {
        this.#plainExpression();
        this.#expect(']');
        reference = { value: 'element', assigned: null };
      } else return reference;
    }
  }

  #primary(): Reference {
    const { kind, text } = this.#next();
    if (kind === 'text') return { value: textKind(text), assigned: null };
    if (kind === 'number') return { value: 'plain', assigned: null };
    if (kind === 'pattern') return { value: text === phonePattern ? 'phones' : 'pattern', assigned: null };
    if (text === configMark) return { value: 'config', assigned: null };
    if (text === '(') {
      const { value } = this.#expression();
      this.#expect(')');
      return { value, assigned: null };
    }
    if (kind !== 'word') throw new Unfamiliar();
    if (['true', 'false', 'null', 'undefined'].includes(text)) return { value: 'plain', assigned: null };
    return this.#named(text);
  }

  #named(name: string): Reference {
    for (const scope of this.#scopes.toReversed()) {
      const variable = scope.get(name);
      if (!variable) continue;
      if (this.#text !== '=') variable.isRead = true;
      // Only its own values, or null, are assigned.
      return { value: variable.value, assigned: 'plain' };
    }
    const value = stockGlobals.get(name);
    if (value === undefined) throw new Unfamiliar();
    return { value, assigned: null };
  }

  #member({ value }: Reference): Reference {
    const name = this.#word();
    if (typeof value !== 'string') throw new Unfamiliar();
    if (value === 'config' && name === 'devicePixelRatio' && this.#place.onPhones)
      return { value: 'plain', assigned: 'plain' };
    const member = stockMember(value, name);
    if (!member) throw new Unfamiliar();
    return { value: member.value, assigned: member.assigned ?? null, member: name };
  }

  /** Behind its opening bracket. */
  #call(called: ValueKind | StockCall): ValueKind {
    if (typeof called === 'string') throw new Unfamiliar();
    const { takes, gives, hands = 'plain', starts } = called;
    if (starts) this.#start();
    for (let place = 0; !this.#take(')'); place += 1) {
      const due = takes[place];
      if (due === undefined) throw new Unfamiliar();
      const { value } =
        due === 'handler' && this.#startsFunction() ? this.#functionValue(hands, true) : this.#expression();
      if (!fits(value, due)) throw new Unfamiliar();
      if (this.#text !== ')') this.#expect(',');
    }
    return gives;
  }

  /** On all devices and immediately: as a theme starts it. */
  #start(): void {
    if (this.#place.isConditional || this.#place.isDeferred) throw new Unfamiliar();
    this.#starts += 1;
  }

  #startsFunction(): boolean {
    if (this.#text === 'function') return true;
    if (this.#tokens[this.#at + 1]?.text === '=>') return true;
    if (this.#text !== '(') return false;
    const close = this.#tokens.findIndex(({ text }, at) => at > this.#at && text === ')');
    return this.#tokens[close + 1]?.text === '=>';
  }

  #functionValue(hands: ValueKind, isDeferred: boolean): Reference {
    const isArrow = !this.#take('function');
    const names = this.#take('(') ? this.#parameters() : [this.#word()];
    if (isArrow) this.#expect('=>');
    this.#functionBody(names, hands, isDeferred, isArrow && this.#text !== '{');
    return { value: 'handler', assigned: null };
  }

  /** Behind their opening bracket. */
  #parameters(): string[] {
    const names: string[] = [];
    while (!this.#take(')')) {
      names.push(this.#word());
      if (this.#text !== ')') this.#expect(',');
    }
    return names;
  }

  #functionBody(names: readonly string[], hands: ValueKind, isDeferred: boolean, isExpression = false): void {
    this.#scopes.push(new Map(names.map((name) => [name, { value: hands, isRead: true }])));
    this.#under(isDeferred ? { isDeferred } : {}, () => {
      if (isExpression) {
        this.#expression();
        return;
      }
      this.#expect('{');
      this.#block();
    });
    this.#scopes.pop();
  }

  #declare(name: string, value: ValueKind | StockCall): void {
    this.#scopes.at(-1)?.set(name, { value, isRead: false });
  }

  #under(change: Partial<Place>, read: () => void): void {
    const before = this.#place;
    this.#place = { ...before, ...change };
    read();
    this.#place = before;
  }

  #deeper<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new Unfamiliar();
    const result = read();
    this.#depth -= 1;
    return result;
  }

  get #text(): string | undefined {
    return this.#tokens[this.#at]?.text;
  }

  #next(): Token {
    const token = this.#tokens[this.#at];
    if (!token) throw new Unfamiliar();
    this.#at += 1;
    return token;
  }

  #word(): string {
    const { kind, text } = this.#next();
    if (kind !== 'word') throw new Unfamiliar();
    return text;
  }

  #take(text: string): boolean {
    if (this.#text !== text) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw new Unfamiliar();
  }
}

/** A text with markup brings elements of the creator's own, and one with code is no text alone. */
function textKind(literal: string): ValueKind {
  const text = literal.slice(1, -1);
  if (text.includes('<') || (literal.startsWith('`') && text.includes('${'))) throw new Unfamiliar();
  return partNameOf(text)?.role === 'loader' ? 'address' : 'plain';
}
