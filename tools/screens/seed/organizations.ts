import { newId } from '#server/platform/ids.ts';
import type { Person } from '#server/testing/people/people.ts';
import { changeMembership, createOrganization } from '#shared/orgs/orgs.ts';
import type { ScreensInstance } from '../instance.ts';
import { organizations } from './catalogue.ts';
import type { PersonName } from './people.ts';

const members: Record<string, Partial<Record<PersonName, 'admin' | 'member' | 'viewer'>>> = {
  Moonworks: { yuki: 'admin', theo: 'member', noor: 'member', long: 'member', layla: 'viewer' },
  'Harbour Lane Museum': { theo: 'member', yuki: 'viewer' },
};

/** @returns the ids by name */
export async function seedOrganizations(
  { server }: ScreensInstance,
  persons: ReadonlyMap<PersonName, Person>,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const { db, clock } = server.context;
  for (const { name, owner, isPublic, description, ...rest } of organizations) {
    const person = persons.get(owner);
    if (!person) continue;
    const requireApproval = 'requireApproval' in rest;
    const settings = { allowMemberUploads: true, requireApproval };
    const { id } = await person.call(createOrganization, { body: { name, isPublic, description, settings } });
    ids.set(name, id);
    for (const [key, role] of Object.entries(members[name] ?? {})) {
      const member = persons.get(key as PersonName);
      if (!member) continue;
      await db
        .insertInto('organization_members')
        .values({ organization_id: id, user_id: member.id, role, joined_at: clock.now() })
        .execute();
    }
  }
  await invite(persons, ids);
  return ids;
}

async function invite(
  persons: ReadonlyMap<PersonName, Person>,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const newcomer = persons.get('newcomer');
  const mara = persons.get('mara');
  if (!newcomer || !mara) return;
  for (const name of ['Moonworks', 'Harbour Lane Museum'])
    for (const userEmail of [newcomer.email, 'someone.who.never.came@example.test'])
      await mara.call(changeMembership, {
        body: { action: 'invite', organizationId: ids.get(name) ?? newId(), userEmail, role: 'member' },
      });
}
