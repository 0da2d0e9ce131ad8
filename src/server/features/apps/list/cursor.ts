import { invalidCursor } from '#server/platform/db/cursor.ts';
import type { Sort } from '#shared/apps/app-list.ts';

/** A place in a list that is sorted. */
export interface Place {
  /** What the list is sorted by: microseconds since 1970, or a name. */
  at: string;
  id: string;
}

/** A place among what was searched for: the better tier first, and in each the newest. */
export interface RankedPlace extends Place {
  tier: number;
}

/** What a cursor begins with tells the list that it is of; one of another list means another place there. */
const beginnings: Record<Sort, string> = {
  newest: '',
  oldest: 'oldest.',
  name: 'name.',
  'name-desc': 'name-desc.',
};

export function encodePlace(sort: Sort, { at, id }: Place): string {
  return encode(`${beginnings[sort]}${at}.${id}`);
}

export function encodeRankedPlace(place: RankedPlace): string {
  return encode(`${place.tier}.${place.at}.${place.id}`);
}

const micros = /^(\d{1,16})\.([a-z2-7]{26})$/;
const name = /^([^\0]*)\.([a-z2-7]{26})$/;
const places: Record<Sort, RegExp> = { newest: micros, oldest: micros, name, 'name-desc': name };

/** @throws FluxError `invalid_input`; a cursor that somebody made up only moves the place, never what is seen */
export function decodePlace(sort: Sort, cursor: string): Place {
  const text = decode(cursor);
  if (!text.startsWith(beginnings[sort])) throw invalidCursor();
  const [at, id] = match(text.slice(beginnings[sort].length), places[sort]);
  return { at, id };
}

/** @throws FluxError `invalid_input`, also for the place of a list that is not ranked */
export function decodeRankedPlace(cursor: string): RankedPlace {
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
