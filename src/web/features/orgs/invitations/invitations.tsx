import { MailX } from 'lucide-react';
import { ApiError, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/orgs/invitations.ts';
import { format } from '#web/i18n/format.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { InvitationPanel } from './invitation-panel.tsx';
import { useInvitation } from './use-answer.ts';
import { useOwnInvitations } from './use-own-invitations.ts';

interface InvitationsProps {
  user: { id: string; email: string | null };
  /** The invitation of an e-mail's link. */
  linkedId: string | null;
  /** Called after an answer, or to forget the linked invitation. */
  onDone: (id: string) => void;
  /** It was sent to another address, possibly of the same person. */
  onOtherAccount: () => void;
}

/** Pending invitations: the linked one first. */
export function Invitations({ user, linkedId, onDone, onOtherAccount }: InvitationsProps) {
  const waiting = useOwnInvitations(user.id)?.filter(({ id }) => id !== linkedId) ?? [];
  if (linkedId === null && waiting.length === 0) return null;
  return (
    <div className="mb-8 grid grid-cols-1 gap-3">
      {linkedId !== null && (
        <Linked
          key={linkedId}
          id={linkedId}
          user={user}
          alone={waiting.length === 0}
          onDone={() => onDone(linkedId)}
          onOtherAccount={onOtherAccount}
        />
      )}
      {waiting.map((invitation) => (
        <InvitationPanel
          key={invitation.id}
          invitation={invitation}
          alone={linkedId === null && waiting.length === 1}
          onAnswered={() => onDone(invitation.id)}
        />
      ))}
    </div>
  );
}

type LinkedProps = Omit<InvitationsProps, 'linkedId' | 'onDone'> & {
  id: string;
  alone: boolean;
  onDone: () => void;
};

function Linked({ id, user, alone, onDone, onOtherAccount }: LinkedProps) {
  const { data, error, refetch } = useInvitation(id, user.id);
  if (data && !error) return <InvitationPanel invitation={data} alone={alone} onAnswered={onDone} />;
  if (!error) return <Skeleton className="h-45 rounded-picture md:h-25" />;
  const missing = error instanceof ApiError && error.code === 'invitation_not_found';
  return (
    <Panel tone="warning" role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <MailX size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{messageOf(error)}</p>
        {missing && (
          <p className="text-13 wrap-anywhere">
            {user.email
              ? format(texts.youAreSignedInAsEmailIf, { email: user.email })
              : texts.yourAccountHasNoVerifiedEMail}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {missing ? (
          <Button onClick={onOtherAccount}>{texts.useAnotherAccount}</Button>
        ) : (
          <Button onClick={() => refetch()}>{texts.tryAgain}</Button>
        )}
        <Button onClick={onDone}>{texts.dismiss}</Button>
      </div>
    </Panel>
  );
}
