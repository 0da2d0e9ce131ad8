import * as z from 'zod/mini';
import { defineEndpoint, oneOf } from '../contract/contract.ts';
import { maxSearchLength } from '../contract/search-length.ts';

/**
 * What somebody types into a search field. Nothing is wrong there: characters that cannot be stored are spaces.
 * Case, accents and the order of the words make no difference.
 */
export const searchText = z.string().check(
  z.maxLength(maxSearchLength, `Please search for at most ${maxSearchLength} characters.`),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is replaced
  z.overwrite((value) => value.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, ' ')),
);

export const cursorSchema = z.string().check(z.maxLength(200));

/** Of a list that may be sorted by name: it holds one. */
export const nameCursorSchema = z.string().check(z.maxLength(800));

/** What the list of applications can be sorted by. Names are compared without case and accents. */
export const sortSchema = oneOf('an order', ['newest', 'oldest', 'name', 'name-desc']);
export type Sort = z.output<typeof sortSchema>;

/** Whatever an id may look like, PostgreSQL refuses NUL with an error. */
const listedId = z.string().check(z.maxLength(100), z.regex(/^[\w-]*$/, 'This is not a valid id.'));

/** What narrows the list of applications, and its count, which takes the same. Filters and search combine. */
export const applicationFilters = {
  filter: z.optional(oneOf('a filter', ['my-apps'])),
  /** Where nothing has it as it is typed, what nearly has it is found. */
  q: z.optional(searchText),
  /** Ids as the two lists below tell them. One that is not known to the viewer finds nothing. */
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
  // For what is one's own.
  errors: ['unauthenticated'],
});

/** `q` finds names that have it anywhere. */
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
