import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import type { Page } from '#shared/contract/contract.ts';
import { changeMemberRole, type Member, type MemberRole } from '#shared/orgs/orgs.ts';
import { call, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/orgs/members.ts';
import { format } from '#web/i18n/format.ts';
import { toast } from '#web/ui/loading/toast.tsx';
import { roleLabels } from '../roles.ts';
import { useChange } from '../use-organizations.ts';
import { nameOf } from './name-of.ts';
import { membersKey } from './use-members.ts';

interface NewRole {
  member: Member;
  role: MemberRole;
  /** Restores the previous role. */
  isUndo?: boolean;
}

/** The role changes optimistically. If the server refuses it, the previous role is restored. */
export function useChangeRole(organizationId: string) {
  const client = useQueryClient();
  const queryKey = membersKey(organizationId);
  const show = (uid: string, role: Member['role']) =>
    client.setQueriesData<InfiniteData<Page<Member>>>(
      { queryKey },
      // If another account is signed in by now, there is no list yet.
      (list) => list && withRole(list, uid, role),
    );
  const change = useChange(
    ({ member, role }: NewRole) =>
      call(changeMemberRole, { params: { id: organizationId, userId: member.uid }, body: { role } }),
    {
      keyOf: ({ member }) => member.uid,
      onMutate: async ({ member, role }) => {
        await client.cancelQueries({ queryKey });
        show(member.uid, role);
        return () => show(member.uid, member.role);
      },
      onSuccess: (_answer, { member, role, isUndo }) => {
        const name = nameOf(member);
        if (isUndo) toast(format(texts.nameIsRoleAgain, { name, role: roleLabels[role] }));
        else toast.undo(format(texts.nameIsNowRole, { name, role: roleLabels[role] }), () => undo(member));
      },
      // The dialog for the error may be closed by then.
      onError: (error, { isUndo }) => isUndo && toast(messageOf(error), { failed: true }),
    },
  );
  const undo = (member: Member) => {
    if (member.role !== 'owner') change.takeBack({ member, role: member.role, isUndo: true });
  };
  return change;
}

function withRole(
  list: InfiniteData<Page<Member>>,
  uid: string,
  role: Member['role'],
): InfiniteData<Page<Member>> {
  const pages = list.pages.map((page) => ({
    ...page,
    items: page.items.map((each) => (each.uid === uid ? { ...each, role } : each)),
  }));
  return { ...list, pages };
}
