import { MailOpen } from 'lucide-react';
import type { Invitation } from '#shared/orgs/orgs.ts';
import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/orgs/invitations.ts';
import { format } from '#web/i18n/format.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { roleLabels, roleOptions } from '../roles.ts';
import { useAccept, useDecline } from './use-answer.ts';

interface InvitationPanelProps {
  invitation: Invitation;
  /** Whether accepting it is the main action of the page. */
  alone: boolean;
  /** Called after it was accepted or declined. */
  onAnswered: () => void;
}

/** The inviter, the organization and the role. */
export function InvitationPanel({ invitation, alone, onAnswered }: InvitationPanelProps) {
  const { id, organizationName, invitedBy, role, expired, expiresAt, can } = invitation;
  const tell = (text: string) => () => {
    toast(text);
    onAnswered();
  };
  const accept = useAccept(id, tell(format(texts.youNowBelongToOrganizationname, { organizationName })));
  const decline = useDecline(id, tell(format(texts.youDeclinedTheInvitationTo, { organizationName })));
  const busy = accept.isPending || decline.isPending;
  const failed = [accept, decline].find(({ isError }) => isError);
  return (
    <section
      aria-label={format(texts.invitationToOrganizationname, { organizationName })}
      className="flex flex-wrap items-center gap-x-4 gap-y-4 rounded-picture border border-line bg-surface px-4 py-4 md:px-5"
    >
      <span className="grid size-10 shrink-0 place-items-center self-start rounded-control border border-line bg-raised">
        <MailOpen size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-16 font-semibold wrap-anywhere">
          {format(texts.invitedbyInvitesYouTo, { invitedBy: invitedBy ?? texts.someone, organizationName })}
        </h2>
        <p className="text-13 text-muted">
          {format(texts.asRoleText, { role: roleLabels[role], text: roleOptions([role])[0]?.text })}
        </p>
        <p className="text-13 text-muted">
          {expired
            ? format(texts.itWasValidUntilExpiresAtAskForA, { expiresAt: formatDate(expiresAt) })
            : format(texts.validUntilExpiresAt, { expiresAt: formatDate(expiresAt) })}
        </p>
        {failed && (
          <p role="alert" className="mt-1 text-13 text-danger">
            {messageOf(failed.error)}
          </p>
        )}
      </div>
      <div className="flex gap-2 max-md:w-full">
        {can.accept && !expired && (
          <Button
            variant={alone ? 'primary' : 'secondary'}
            className="max-md:flex-1"
            disabled={busy}
            aria-label={format(texts.acceptTheInvitationTo, { organizationName })}
            onClick={() => accept.mutate()}
          >
            {accept.isPending ? texts.accepting : texts.accept}
          </Button>
        )}
        <Button
          className="max-md:flex-1"
          disabled={busy}
          aria-label={format(texts.declineTheInvitationTo, { organizationName })}
          onClick={() => decline.mutate()}
        >
          {decline.isPending ? texts.declining : texts.decline}
        </Button>
      </div>
    </section>
  );
}
