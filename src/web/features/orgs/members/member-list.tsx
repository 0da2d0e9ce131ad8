import { useState } from 'react';
import type { Member, MemberRole, Organization } from '#shared/orgs.ts';
import { toast } from '../../../ui/toast.tsx';
import { failedChanges } from './failed-changes.tsx';
import { MemberQuestion, type Question } from './member-question.tsx';
import { MemberRow } from './member-row.tsx';
import { nameOf } from './name-of.ts';
import { PeopleList } from './people-list.tsx';
import { useChangeRole } from './use-change-role.ts';
import { useHandOver, useMembers, useRemoveMember } from './use-members.ts';

interface MemberListProps {
  userId: string;
  organization: Organization;
  q: string;
}

export function MemberList({ userId, organization, q }: MemberListProps) {
  const { id, name } = organization;
  const list = useMembers(id, q);
  const [question, setQuestion] = useState<Question | null>(null);
  const remove = useRemoveMember(id);
  const changeRole = useChangeRole(id);
  const handOver = useHandOver(id);
  const { forget, failure } = failedChanges(
    [
      [remove, 'Failed to remove member'],
      [changeRole, 'Failed to change member'],
      [handOver, 'Failed to change member'],
    ],
    list.refetch,
  );
  const become = (member: Member, role: MemberRole) => {
    forget();
    changeRole.mutate({ member, role });
  };
  const answer = ({ kind, member }: Question) => {
    forget();
    if (kind === 'remove')
      remove.mutate(member.uid, { onSuccess: () => toast('Member removed successfully!') });
    else
      handOver.mutate(member.uid, {
        onSuccess: () => toast(`${nameOf(member)} is now the owner of ${name}.`),
      });
  };
  return (
    <>
      {failure}
      <PeopleList
        label="Members"
        list={list}
        failed="Failed to load members"
        empty={q === '' ? 'No members in this organization.' : 'No members found matching your search.'}
      >
        {(member) => (
          <MemberRow
            key={member.uid}
            member={member}
            self={member.uid === userId}
            // Not while a role is changed, which shows at once: the button that led there takes the focus back.
            busy={remove.isPending || handOver.isPending}
            onRole={(role) => become(member, role)}
            onAsk={(kind) => setQuestion({ kind, member })}
          />
        )}
      </PeopleList>
      <MemberQuestion
        organizationName={name}
        question={question}
        onConfirm={answer}
        onClose={() => setQuestion(null)}
      />
    </>
  );
}
