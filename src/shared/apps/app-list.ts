import * as z from 'zod/mini';
import { defineEndpoint, oneOf } from '../contract/contract.ts';
import { maxSearchLength } from '../contract/search-length.ts';

/**
 * A search term. Every input is valid: characters that cannot be stored become spaces. Case, accents and word
 * order are ignored.
 */
export const searchText = z.string().check(
  z.maxLength(maxSearchLength, `Please search for at most ${maxSearchLength} characters.`),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is replaced
  z.overwrite((value) => value.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, ' ')),
);

export const cursorSchema = z.string().check(z.maxLength(200));

/** For lists that can be sorted by name: the cursor contains one. */
export const nameCursorSchema = z.string().check(z.maxLength(800));

/** Sort keys of the list of applications. Names are compared without case and accents. */
export const sortSchema = oneOf('an order', ['newest', 'oldest', 'name', 'name-desc']);
export type Sort = z.output<typeof sortSchema>;

/** PostgreSQL refuses NUL in any text with an error. */
const listedId = z.string().check(z.maxLength(100), z.regex(/^[\w-]*$/, 'This is not a valid id.'));

/** Filters of the list of applications and of its count. Filters and search combine. */
export const applicationFilters = {
  filter: z.optional(oneOf('a filter', ['my-apps'])),
  /** If nothing matches exactly, similar names are found. */
  q: z.optional(searchText),
  /** Ids from the two lists below. An id that the viewer may not see matches nothing. */
  organization: z.optional(listedId),
  creator: z.optional(listedId),
};

export const countApplications = defineEndpoint({
  method: 'GET',
  path: '/api/applications/count',
  summary:
    'How many applications the list with the same filters holds. Not `exact`: at least so many, and there may be more even of none',
  access: 'anyone',
  query: z.strictObject(applicationFilters),
  output: z.strictObject({ count: z.int(), exact: z.boolean() }),
  // For the viewer's own applications.
  errors: ['unauthenticated'],
});

/** `q` matches any part of a name. */
const namesQuery = z.strictObject({
  q: z.optional(searchText),
  cursor: z.optional(nameCursorSchema),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
});

const creatorSchema = z.strictObject({ id: z.string(), username: z.string() });
export type Creator = z.output<typeof creatorSchema>;

export const listCreators = defineEndpoint({
  method: 'GET',
  path: '/api/applications/creators',
  summary: 'People who have an application that the viewer may see, by name',
  access: 'anyone',
  query: namesQuery,
  paged: true,
  output: creatorSchema,
});

const listedOrganizationSchema = z.strictObject({
  id: z.string(),
  _id: z.string(),
  name: z.string(),
  owner: z.strictObject({ uid: z.string(), displayName: z.string() }),
});
export type ListedOrganization = z.output<typeof listedOrganizationSchema>;

export const listListedOrganizations = defineEndpoint({
  method: 'GET',
  path: '/api/applications/organizations',
  summary: 'Organizations that the viewer may know and that have an application the viewer may see, by name',
  access: 'anyone',
  query: namesQuery,
  paged: true,
  output: listedOrganizationSchema,
});
