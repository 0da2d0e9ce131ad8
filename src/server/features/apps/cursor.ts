import { FluxError } from '#shared/errors.ts';

/** A place in a list that runs from the newest app to the oldest. */
export interface Place {
  /** Microseconds since 1970: what PostgreSQL keeps, and finer than a JavaScript date. */
  createdMicros: number;
  id: string;
}

export function encodeCursor(place: Place): string {
  return Buffer.from(`${place.createdMicros}.${place.id}`).toString('base64url');
}

/** @throws FluxError `invalid_input`; a cursor that somebody made up only moves the place, never what is seen */
export function decodeCursor(cursor: string): Place {
  const match = /^(\d{1,16})\.([a-z2-7]{26})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!match?.[1] || !match[2]) {
    const message = 'This cursor is not valid. Please start again from the first page.';
    throw new FluxError('invalid_input', message, { fields: { cursor: message } });
  }
  return { createdMicros: Number(match[1]), id: match[2] };
}
