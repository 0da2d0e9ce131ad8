import {
  changeMemberRole,
  changeMembership,
  createOrganization,
  getOrganization,
  type Invitation,
  listInvitations,
  listMembers,
  listOrganizations,
  type Member,
  type Organization,
  withdrawInvitation,
} from '#shared/orgs/orgs.ts';
import { type Answers, pageOf, refusal } from './answers.ts';
import { someInvitation, someOwner, someOwnOrganization } from './samples/orgs.ts';

interface Organizations {
  organizations: Organization[];
  /** Members of any organization, without its owner. */
  members: Member[];
  /** Invitations to any organization. */
  invitations: Invitation[];
}

const has = (text: string | null, q: string | undefined) =>
  (text ?? '').toLowerCase().includes((q ?? '').toLowerCase());

/** Returns the current content of the lists, which changes update. */
export function answerOrganizations(answers: Answers, given: Partial<Organizations> = {}): Organizations {
  const lists: Organizations = { organizations: [], members: [], invitations: [], ...given };
  const people = () => [someOwner(), ...lists.members];
  const find = (id: unknown) => lists.organizations.find((each) => each.id === id);
  const inside = <T>(id: unknown, answer: () => T) =>
    find(id) ? answer() : refusal('organization_not_found');

  answers.answer(listOrganizations, ({ query }) =>
    pageOf(
      lists.organizations.filter(({ name }) => has(name, query.q)),
      query,
      Number(query.limit ?? 24),
    ),
  );
  answers.answer(getOrganization, ({ params }) => inside(params.id, () => find(params.id) as Organization));
  answers.answer(createOrganization, ({ body }) => {
    const made = someOwnOrganization({ number: lists.organizations.length + 200, name: String(body.name) });
    lists.organizations.push(made);
    return made;
  });
  answers.answer(listMembers, ({ params, query }) =>
    inside(params.id, () =>
      pageOf(
        people().filter(({ displayName, email }) => has(displayName, query.q) || has(email, query.q)),
        query,
        Number(query.limit),
      ),
    ),
  );
  answers.answer(listInvitations, ({ query }) =>
    pageOf(
      lists.invitations.filter(({ email }) => has(email, query.q)),
      query,
      Number(query.limit),
    ),
  );
  answers.answer(changeMembership, ({ body }) =>
    inside(body.organizationId, () => {
      if (body.action === 'remove') lists.members = lists.members.filter(({ uid }) => uid !== body.userId);
      else lists.invitations.push(someInvitation({ number: 300, email: String(body.userEmail) }));
      return { success: true as const };
    }),
  );
  answers.answer(changeMemberRole, ({ params, body }) => {
    const member = lists.members.find(({ uid }) => uid === params.userId);
    if (member) Object.assign(member, body);
    return { success: true as const };
  });
  answers.answer(withdrawInvitation, ({ params }) => {
    lists.invitations = lists.invitations.filter(({ id }) => id !== params.id);
    return { success: true as const };
  });
  return lists;
}
