import type { Member } from '#shared/orgs.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { nameOf } from './name-of.ts';

export interface Question {
  kind: 'remove' | 'hand-over';
  member: Member;
}

interface MemberQuestionProps {
  organizationName: string;
  question: Question | null;
  onConfirm: (question: Question) => void;
  onClose: () => void;
}

export function MemberQuestion({ organizationName, question, onConfirm, onClose }: MemberQuestionProps) {
  if (!question) return null;
  const name = nameOf(question.member);
  const shared = {
    open: true,
    cancelLabel: 'Cancel',
    onCancel: onClose,
    onConfirm: () => {
      onClose();
      onConfirm(question);
    },
  };
  if (question.kind === 'remove') {
    return (
      <ConfirmDialog {...shared} title="Are you sure you want to remove this member?" confirmLabel="Remove">
        {`${name} no longer belongs to ${organizationName}, from now on and in every open page. To come back, they have to be invited again.`}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      {...shared}
      title={`Make ${name} the owner of ${organizationName}?`}
      confirmLabel="Make owner"
    >
      {`There is one owner. ${name} may then do everything with ${organizationName}, deleting it included; the owner until now stays an admin and cannot take it back.`}
    </ConfirmDialog>
  );
}
