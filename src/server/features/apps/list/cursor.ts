import { invalidCursor } from '#server/platform/db/cursor.ts';
import type { Sort } from '#shared/apps/app-list.ts';

/** A place in a list that is sorted. */
export interface Cursor {
  /** What the list is sorted by: microseconds since 1970, or a name. */
  at: string;
  id: string;
}

/** A position in ranked results: by tier, then newest first. */
export interface RankedCursor extends Cursor {
  tier: number;
}

/** The prefix of a cursor names its list; other lists refuse it. */
const beginnings: Record<Sort, string> = {
  newest: '',
  oldest: 'oldest.',
  name: 'name.',
  'name-desc': 'name-desc.',
};

export function encodeListCursor(sort: Sort, { at, id }: Cursor): string {
  return encode(`${beginnings[sort]}${at}.${id}`);
}

export function encodeRankedCursor(position: RankedCursor): string {
  return encode(`${position.tier}.${position.at}.${position.id}`);
}

const micros = /^(\d{1,16})\.([a-z2-7]{26})$/;
const name = /^([^\0]*)\.([a-z2-7]{26})$/;
const places: Record<Sort, RegExp> = { newest: micros, oldest: micros, name, 'name-desc': name };

/** @throws FluxError `invalid_input`; a forged cursor changes the position only, never the permissions */
export function decodeListCursor(sort: Sort, cursor: string): Cursor {
  const text = decode(cursor);
  if (!text.startsWith(beginnings[sort])) throw invalidCursor();
  const [at, id] = match(text.slice(beginnings[sort].length), places[sort]);
  return { at, id };
}

/** @throws FluxError `invalid_input`, also for the place of a list that is not ranked */
export function decodeRankedCursor(cursor: string): RankedCursor {
  const [tier, at, id] = match(decode(cursor), /^(\d)\.(\d{1,16})\.([a-z2-7]{26})$/);
  return { tier: Number(tier), at, id };
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function decode(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString();
}

function match(text: string, pattern: RegExp): [string, string, string] {
  const found = pattern.exec(text);
  if (!found) throw invalidCursor();
  const [, first = '', second = '', third = ''] = found;
  return [first, second, third];
}
