import type { Member } from '#shared/orgs/orgs.ts';
import { texts } from '#web/i18n/en/orgs/members.ts';
import { format } from '#web/i18n/format.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
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
    cancelLabel: texts.cancel,
    onCancel: onClose,
    onConfirm: () => {
      onClose();
      onConfirm(question);
    },
  };
  if (question.kind === 'remove') {
    return (
      <ConfirmDialog {...shared} title={texts.areYouSureYouWantToRemove} confirmLabel={texts.remove}>
        {format(texts.nameImmediatelyLosesAccessTo, { name, organizationName })}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      {...shared}
      title={format(texts.makeNameTheOwnerOfOrganizationname, { name, organizationName })}
      confirmLabel={texts.makeOwner}
    >
      {format(texts.nameCanThenDoEverything, { name, organizationName })}
    </ConfirmDialog>
  );
}
