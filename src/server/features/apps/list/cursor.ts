import { invalidCursor } from '../../../platform/db/cursor.ts';

/** A place in a list that runs from the newest app to the oldest. */
export interface Place {
  /** Microseconds since 1970: what PostgreSQL keeps, and finer than a JavaScript date. */
  createdMicros: number;
  id: string;
}

/** A place among what was searched for: the better tier first, and in each the newest. */
export interface RankedPlace extends Place {
  tier: number;
}

export function encodePlace({ createdMicros, id }: Place): string {
  return encode(`${createdMicros}.${id}`);
}

export function encodeRankedPlace(place: RankedPlace): string {
  return encode(`${place.tier}.${place.createdMicros}.${place.id}`);
}

/** @throws FluxError `invalid_input`; a cursor that somebody made up only moves the place, never what is seen */
export function decodePlace(cursor: string): Place {
  const [createdMicros, id] = match(cursor, /^(\d{1,16})\.([a-z2-7]{26})$/);
  return { createdMicros: Number(createdMicros), id };
}

/** @throws FluxError `invalid_input`, also for the place of a list that is not searched */
export function decodeRankedPlace(cursor: string): RankedPlace {
  const [tier, createdMicros, id] = match(cursor, /^(\d)\.(\d{1,16})\.([a-z2-7]{26})$/);
  return { tier: Number(tier), createdMicros: Number(createdMicros), id };
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function match(cursor: string, pattern: RegExp): [string, string, string] {
  const found = pattern.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!found) throw invalidCursor();
  const [, first = '', second = '', third = ''] = found;
  return [first, second, third];
}
