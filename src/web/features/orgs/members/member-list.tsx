import { useState } from 'react';
import type { Member, MemberRole, Organization } from '#shared/orgs/orgs.ts';
import { texts } from '#web/i18n/en/orgs/members.ts';
import { format } from '#web/i18n/format.ts';
import { toast } from '#web/ui/loading/toast.tsx';
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
  /** Whether the viewer can remove themselves like others: if there is no Leave. */
  withSelf: boolean;
  q: string;
}

export function MemberList({ userId, organization, withSelf, q }: MemberListProps) {
  const { id, name } = organization;
  const list = useMembers(id, q);
  const [question, setQuestion] = useState<Question | null>(null);
  const remove = useRemoveMember(id);
  const changeRole = useChangeRole(id);
  const handOver = useHandOver(id);
  const { forget, failure } = failedChanges(
    [
      [remove, texts.failedToRemoveMember],
      [changeRole, texts.failedToChangeMember],
      [handOver, texts.failedToChangeMember],
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
      remove.mutate(member.uid, { onSuccess: () => toast(texts.memberRemovedSuccessfully) });
    else
      handOver.mutate(member.uid, {
        onSuccess: () => toast(format(texts.memberIsNowTheOwnerOfName, { member: nameOf(member), name })),
      });
  };
  return (
    <>
      {failure}
      <PeopleList
        label={texts.members}
        list={list}
        failed={texts.failedToLoadMembers}
        empty={q === '' ? texts.noMembersInThisOrganization : texts.noMembersFoundMatchingYourSearch}
      >
        {(member) => (
          <MemberRow
            key={member.uid}
            member={member}
            self={member.uid === userId}
            removable={member.can.remove && (withSelf || member.uid !== userId)}
            // Not while a role changes optimistically: the button that opened it gets the focus back.
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
