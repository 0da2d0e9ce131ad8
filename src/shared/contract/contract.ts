import * as z from 'zod/mini';
import { isVisible, stripDirectionMarks } from '../text/visible-text.ts';
import type { ErrorCode } from './errors.ts';

/**
 * One endpoint of Flux's HTTP API: the server registers it, the browser and the tests call it. `params`,
 * `query` and `body` are strict objects: unknown fields are refused. Section 7 of the specification lists
 * fields that the server decides: those are accepted as `unknown` and dropped.
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
  /** Who may call it at all. Permissions on an object are in the feature's `can.ts`. */
  access: 'anyone' | 'signed-in' | 'admin';
  /** Whether a session token may be sent as `Authorization: Bearer`, instead of the cookie. */
  bearer?: boolean;
  /** The message for visitors who are not signed in, if it differs from the default. */
  signedOutMessage?: string;
  params: Params;
  query: Query;
  body: Body;
  /** `form`: multipart/form-data. The text fields are `body`, and the files are named here. */
  encoding: 'json' | 'form';
  files: readonly string[];
  /** A paginated list: the response is an array of `output`, and a `Link` header names the next page. */
  paged: boolean;
  output: Output;
  errors: readonly ErrorCode[];
}

type Empty = z.ZodMiniObject<Record<never, never>>;
const nothing = z.strictObject({}) as unknown as Empty;

export interface Page<T> {
  items: T[];
  /** Opaque. Sent as the query's `cursor` to get the next page. Null on the last page. */
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

/** The arguments of a call. Parts that the endpoint does not take may be omitted. */
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
 * A line of typed text: trimmed, at most `maxLength` code points. NUL and other control characters are
 * refused (PostgreSQL cannot store NUL). A required line, such as a name, must be visible and must not change
 * the text direction around it.
 */
export function textLine(maxLength: number, tooLong: string, required?: string) {
  return z.string(required).check(
    ...(required ? [z.overwrite(stripDirectionMarks)] : []),
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

/**
 * Like `textLine`, with line breaks and tabs allowed. A form sends each line break as two characters; one is
 * stored.
 */
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
 * One of a few words. The error lists them.
 * @param what the noun with its article, as in 'a role'
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

/** The response of an endpoint without other data. */
export const successSchema = z.strictObject({ success: z.literal(true) });
export const succeeded = { success: true } as const;

/**
 * Fields of section 7 of the specification about the client's identity. The server knows them itself and
 * drops them.
 */
export const senderFields = {
  uploadedBy: z.optional(z.unknown()),
  uploadedByUsername: z.optional(z.unknown()),
  uploadedByEmail: z.optional(z.unknown()),
};
