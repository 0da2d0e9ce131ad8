import { type Application, createApplication } from '#shared/apps/apps.ts';
import { createOrganization, listOrganizations } from '#shared/orgs/orgs.ts';
import { newId } from '../../platform/ids.ts';
import type { Person, TestInput, Visitor } from './people.ts';

type Input = TestInput<typeof createApplication>;
type Fields = Partial<NonNullable<Input['body']>>;

/**
 * Publishes by the API like the upload form: into an organization, by default the user's own. A visitor names a
 * missing one.
 */
export async function publishApp(
  who: Person | Visitor,
  { body, ...input }: Omit<Input, 'body'> & { body?: Fields } = {},
): Promise<Application> {
  const organizationId = body?.organizationId ?? ('id' in who ? await ownOrganization(who) : newId());
  return who.call(createApplication, {
    ...input,
    body: { name: 'Pong', ...body, organizationId } as NonNullable<Input['body']>,
  });
}

/** The id of a user's own online organization, created if necessary. */
export async function ownOrganization(person: Person): Promise<string> {
  const { items } = await person.call(listOrganizations, { query: { userId: person.id, limit: 100 } });
  const own = items.find(({ ownerId, isOffline }) => ownerId === person.id && !isOffline);
  return (own ?? (await person.call(createOrganization, { body: { name: 'Own' } }))).id;
}
