import { randomBytes } from 'node:crypto';

/** Each request names its API version; the sandbox supports only this one. */
export const apiVersion = '2026-10-28.endive';

export interface WireErrorFields {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
}

/** An answer that is an error, in Stripe's envelope. What the call changed is undone. */
export class WireError extends Error {
  readonly status: number;
  readonly fields: WireErrorFields;

  constructor(status: number, fields: WireErrorFields) {
    super(fields.message);
    this.status = status;
    this.fields = fields;
  }
}

/** An error whose changes are kept, such as a failed payment. */
export class Refusal {
  readonly error: WireError;

  constructor(error: WireError) {
    this.error = error;
  }
}

export function invalidRequest(message: string, more: Partial<WireErrorFields> = {}): WireError {
  return new WireError(400, { type: 'invalid_request_error', message, ...more });
}

export function missing(kind: string, id: string, param = 'id'): WireError {
  const message = `No such ${kind}: '${id}'`;
  return new WireError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}

export interface WireList<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export function wireList<T>(url: string, data: T[]): WireList<T> {
  return { object: 'list', data, has_more: false, url };
}

/** An id like Stripe's, whose prefix names the kind of object. */
export function newWireId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64').replaceAll(/[+/]/g, 'x')}`;
}
