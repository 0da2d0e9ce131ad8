import * as z from 'zod/mini';
import { isVisible, withoutTurning } from '../text/visible-text.ts';
import type { ErrorCode } from './errors.ts';

/**
 * One endpoint of Flux's HTTP API, written once: the server binds it, the browser and the tests call it.
 *
 * `params`, `query` and `body` are strict objects: an unknown field is refused, unless it is one of those
 * that section 7 of the specification lists and the server decides: those are accepted as `unknown` and dropped.
 */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for each parameter, as in `/api/applications/{id}`. */
  path: string;
  summary: string;
  /** Who may call it at all. What they may do with a given object is the feature's `can.ts`. */
  access: 'anyone' | 'signed-in' | 'admin';
  /** Whether the token of a session may be sent as `Authorization: Bearer`, in place of the cookie. */
  bearer?: boolean;
  /** What whoever is not signed in is told, where the usual sentence is not the one. */
  signedOutMessage?: string;
  params: Params;
  query: Query;
  body: Body;
  /** `form`: multipart/form-data, whose text fields are `body` and whose files are named here. */
  encoding: 'json' | 'form';
  files: readonly string[];
  /** A paged list: the answer is an array of `output`, the next page is named by a `Link` header. */
  paged: boolean;
  output: Output;
  errors: readonly ErrorCode[];
}

type Empty = z.ZodMiniObject<Record<never, never>>;
const nothing = z.strictObject({}) as unknown as Empty;

export interface Page<T> {
  items: T[];
  /** Opaque; given back as the query's `cursor` to get the next page. Null on the last page. */
  nextCursor: string | null;
}

export function defineEndpoint<
  Output extends z.ZodMiniType,
  Params extends z.ZodMiniType = Empty,
  Query extends z.ZodMiniType = Empty,
  Body extends z.ZodMiniType = Empty,
  Paged extends boolean = false,
>(spec: {
  method: Endpoint['method'];
  path: string;
  summary: string;
  access: Endpoint['access'];
  bearer?: boolean;
  signedOutMessage?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  encoding?: 'json' | 'form';
  files?: readonly string[];
  paged?: Paged;
  output: Output;
  errors?: readonly ErrorCode[];
}): Endpoint<Params, Query, Body, Output> & { paged: Paged } {
  return {
    encoding: 'json',
    files: [],
    errors: [],
    ...spec,
    paged: (spec.paged ?? false) as Paged,
    params: (spec.params ?? nothing) as Params,
    query: (spec.query ?? nothing) as Query,
    body: (spec.body ?? nothing) as Body,
  };
}

export type AnyEndpoint = Endpoint & { paged: boolean };

/** What a caller passes. Parts that the endpoint does not take may be left out. */
export interface CallInput<E extends AnyEndpoint> {
  params: z.input<E['params']>;
  query: z.input<E['query']>;
  body: z.input<E['body']>;
}

export type CallOutput<E extends AnyEndpoint> = E['paged'] extends true
  ? Page<z.output<E['output']>>
  : z.output<E['output']>;

/** Dates are ISO 8601 strings in UTC. */
export const isoDate = z.string();

/** Ids are 26 characters of lower-case base32 (130 random bits): unguessable, and a valid DNS label. */
export const idSchema = z.string().check(z.regex(/^[a-z2-7]{26}$/, { error: ({ input }) => notAnId(input) }));

const maxShownId = 40;

function notAnId(input: unknown): string {
  const text = String(input);
  const shown = text.length > maxShownId ? `${text.slice(0, maxShownId).toWellFormed()}…` : text;
  return `This is not a valid id, which has 26 of the characters a-z and 2-7: "${shown}".`;
}

/**
 * A line of text that a person typed: trimmed, NUL and other control characters refused (PostgreSQL cannot
 * store NUL), at most `maxLength` code points. One that is required, as names are, shows something and turns nothing.
 */
export function textLine(maxLength: number, tooLong: string, required?: string) {
  return z.string(required).check(
    ...(required ? [z.overwrite(withoutTurning)] : []),
    z.trim(),
    ...showingSomething(required),
    z.maxLength(maxLength, tooLong),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
    z.regex(/^[^\u0000-\u001f\u007f]*$/, 'Please remove control characters and line breaks.'),
    z.refine((value) => value.isWellFormed(), 'Please remove broken characters.'),
  );
}

function showingSomething(required: string | undefined) {
  if (!required) return [];
  return [z.minLength(1, { error: required, abort: true }), z.refine<string>(isVisible, required)];
}

/** Like `textLine`, with line breaks and tabs allowed. A form sends each line break as two characters; one is kept. */
export function textBlock(maxLength: number, tooLong: string, required?: string) {
  return z.string(required).check(
    z.trim(),
    ...showingSomething(required),
    z.overwrite((value) => value.replaceAll('\r\n', '\n')),
    z.maxLength(maxLength, tooLong),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
    z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'Please remove control characters.'),
    z.refine((value) => value.isWellFormed(), 'Please remove broken characters.'),
  );
}

/**
 * One of a few words. Whoever sends another learns which there are.
 * @param what as in 'a role'
 */
export function oneOf<const Words extends readonly string[]>(what: string, words: Words) {
  const listed = [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
  return z.enum(words, `Please choose ${what}: ${listed}`);
}

/** A boolean as a form field or a JSON value. */
export const booleanField = z.union(
  [
    z.boolean(),
    z.pipe(
      z.enum(['true', 'false', 'on', 'off', '1', '0']),
      z.transform((value) => value === 'true' || value === 'on' || value === '1'),
    ),
  ],
  'Please choose true or false',
);

/** What a call answers that has nothing else to tell. */
export const successSchema = z.strictObject({ success: z.literal(true) });
export const succeeded = { success: true } as const;

/** What section 7 of the specification lets a client send of who it is; the server knows by itself and drops it. */
export const senderFields = {
  uploadedBy: z.optional(z.unknown()),
  uploadedByUsername: z.optional(z.unknown()),
  uploadedByEmail: z.optional(z.unknown()),
};
