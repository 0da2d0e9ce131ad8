import { builtinStorageId } from '#shared/storage/storage.ts';
import { insertInvitation } from '../../features/orgs/invitations/store.ts';
import { createFile, uploadPath } from '../../features/publishing/uploads/files.ts';
import { insertUpload } from '../../features/publishing/uploads/store.ts';
import { newId } from '../../platform/ids.ts';
import { addApp } from '../people/apps.ts';
import { addOrganization } from '../people/organizations.ts';
import { type Person, signIn } from '../people/people.ts';
import type { TestServer } from '../servers/server.ts';
import type { Route } from './routes.ts';

/** Values for the parameters of a route, by name. */
export type Params = Record<string, string>;

/** Creates the object that a route names; the first matching prefix of the route's pattern counts. */
const makers: [prefix: string, make: (server: TestServer, owner: Person) => Promise<Params>][] = [
  ['/api/applications/:id', newApp],
  ['/serve/:id', newApp],
  [
    '/api/organizations/:id',
    async (server, owner) => {
      const member = await signIn(server, `member of ${newId()}`);
      const { id } = await addOrganization(server, owner, { members: [[member, 'member']] });
      return { id, userId: member.id };
    },
  ],
  // Sent by and to the same user, so that all of its routes are theirs.
  ['/api/invitations/:id', newInvitation],
  // The built-in configuration, owned by nobody.
  ['/api/storage/configs/:id', async () => ({ id: builtinStorageId })],
  [
    '/api/uploads/:id',
    // As rows: the API limits a user to three at a time.
    async ({ context }, owner) => {
      const id = newId();
      await createFile(uploadPath(context, id));
      const now = context.clock.now();
      const row = {
        id,
        user_id: owner.id,
        file_name: 'pong.zip',
        size: 4,
        completed_at: null,
        app_id: null,
        version_id: null,
        created_app: false,
        is_partial: false,
        target: null,
        session_id: null,
        created_at: now,
        expires_at: new Date(now.getTime() + 60_000),
      };
      await context.db.transaction().execute((trx) => insertUpload(trx, row));
      return { id };
    },
  ],
  [
    '/api/users/me/sessions/:id',
    async ({ context }, owner) => {
      const { id } = await context.db
        .insertInto('sessions')
        .values({
          id: newId(),
          secret_hash: Buffer.from(newId()),
          user_id: owner.id,
          provider: 'google.com',
          user_agent: 'elsewhere',
          created_at: context.clock.now(),
          last_seen_at: context.clock.now(),
          expires_at: new Date(context.clock.now().getTime() + 60_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id };
    },
  ],
  [
    '/api/users/me/identities/:id',
    async ({ context }, owner) => {
      const { id } = await context.db
        .insertInto('identities')
        .values({
          id: newId(),
          issuer: 'https://issuer.test',
          subject: newId(),
          user_id: owner.id,
          provider: 'github.com',
          email: null,
          created_at: context.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id };
    },
  ],
];

async function newInvitation(server: TestServer, owner: Person): Promise<Params> {
  const { db, clock } = server.context;
  const [id, now] = [newId(), clock.now()];
  const { id: organizationId } = await addOrganization(server, owner);
  await db.transaction().execute((trx) =>
    insertInvitation(trx, {
      id,
      organization_id: organizationId,
      email: owner.email,
      role: 'member',
      invited_by: owner.id,
      created_at: now,
      sent_at: now,
      expires_at: new Date(now.getTime() + 60_000),
    }),
  );
  return { id };
}

async function newApp(server: TestServer, owner: Person): Promise<Params> {
  const app = await addApp(server, owner);
  return { id: app.id, versionId: app.activeVersionId };
}

/** Deletes it as its owner does. */
export async function deleteOwned(owner: Person, { url }: Route, params: Params): Promise<void> {
  const [prefix = ''] = makers.find(([each]) => url.startsWith(each)) ?? [];
  const headers = { 'content-type': 'application/json', 'tus-resumable': '1.0.0' };
  const answer = await owner.fetch(prefix.replace(':id', params.id ?? ''), {
    method: 'DELETE',
    headers,
    body: '{}',
  });
  if (answer.status >= 300) throw new Error(`${prefix} was not deleted: ${answer.text()}`);
}

/**
 * An object of the user for the route; null without a maker. Other parameters, such as a provider's name, have fixed
 * values.
 */
export async function ownedBy(server: TestServer, owner: Person, { url }: Route): Promise<Params | null> {
  if (url.includes(':provider')) return { provider: 'google' };
  const maker = makers.find(([prefix]) => url.startsWith(prefix));
  return maker ? maker[1](server, owner) : null;
}

export function pathOf({ url }: Route, params: Params = {}): string {
  return url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? newId());
}
