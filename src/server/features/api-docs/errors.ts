import { type ErrorCode, errorCatalogue } from '#shared/contract/errors.ts';
import type { JsonSchema, OpenApiAnswer } from '#shared/contract/openapi.ts';
import type { Call } from './call.ts';
import { componentPrefix } from './schemas.ts';

/** What every failed call answers (`ErrorBody`). */
export const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    code: { type: 'string', enum: Object.keys(errorCatalogue), description: 'What a program goes by' },
    error: { type: 'string', description: 'A sentence for a person' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'A sentence for each field of the input that is not valid',
    },
    details: { type: 'array', items: { type: 'string' }, description: 'Further facts, one in each' },
  },
  required: ['success', 'code', 'error'],
  additionalProperties: false,
};

const always: ErrorCode[] = [
  'invalid_input',
  'invalid_path',
  'cross_site',
  'misdirected',
  'too_many_requests',
  'internal',
];
const ofChanges: ErrorCode[] = ['conflict', 'too_large', 'unsupported_type', 'storage_full'];

/** All codes of a call, in the order of the catalogue. */
export function codesOf({ method, access, errors }: Call): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...always,
    ...(['get', 'head', 'options'].includes(method) ? [] : ofChanges),
    ...(access === 'anyone' ? [] : (['unauthenticated'] as const)),
    ...(access === 'admin' ? (['forbidden'] as const) : []),
    ...errors,
  ]);
  return inOrder([...codes]);
}

/** In the catalogue's order, which is by status. */
export function inOrder(codes: readonly ErrorCode[]): ErrorCode[] {
  return (Object.keys(errorCatalogue) as ErrorCode[]).filter((code) => codes.includes(code));
}

/** The error responses of the document, each defined once, by their codes. */
export class Refusals {
  readonly components: Record<string, OpenApiAnswer> = {};

  /** By HTTP status. */
  of(call: Call): Record<string, OpenApiAnswer | { $ref: string }> {
    const byStatus = Map.groupBy(codesOf(call), (code) => errorCatalogue[code].status);
    const entries = [...byStatus].map(([status, codes]) => {
      const answer = refusal(codes);
      // What answers HEAD has no body.
      if (call.method === 'head') return [status, { description: answer.description }] as const;
      const name = codes.join('.');
      this.components[name] = answer;
      return [status, { $ref: `#/components/responses/${name}` }] as const;
    });
    return Object.fromEntries(entries);
  }
}

function refusal(codes: ErrorCode[]): OpenApiAnswer {
  const schema: JsonSchema = {
    allOf: [{ $ref: `${componentPrefix}Error` }, { type: 'object', properties: { code: { enum: codes } } }],
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
    ...(codes.includes('too_many_requests') && {
      headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
    }),
    content: { 'application/json': { schema } },
  };
}
