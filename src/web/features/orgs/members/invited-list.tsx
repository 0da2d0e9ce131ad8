import { Mail } from 'lucide-react';
import type { Invitation, Organization } from '#shared/orgs/orgs.ts';
import { texts } from '#web/i18n/en/orgs/members.ts';
import { format } from '#web/i18n/format.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { timeAgo } from '#web/lib/format/time-ago.ts';
import { useSendsMail } from '#web/lib/hooks/use-sends-mail.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { roleLabels } from '../roles.ts';
import { failedChanges } from './failed-changes.tsx';
import { MailAddress } from './mail-address.tsx';
import { PeopleList } from './people-list.tsx';
import { useInvited, useRemind, useWithdraw } from './use-members.ts';

interface InvitedListProps {
  organization: Organization;
  q: string;
}

export function InvitedList({ organization: { id }, q }: InvitedListProps) {
  const list = useInvited(id, q);
  const { failedToRemind, reminded } = useReminderTexts();
  const remind = useRemind();
  const withdraw = useWithdraw();
  const { forget, failure } = failedChanges(
    [
      [remind, failedToRemind],
      [withdraw, texts.failedToWithdraw],
    ],
    list.refetch,
  );
  return (
    <>
      {failure}
      <PeopleList
        label={texts.invited}
        list={list}
        failed={texts.failedToLoadInvitations}
        empty={q === '' ? texts.noOpenInvitations : texts.noInvitationMatchesYourSearch}
      >
        {(invitation) => (
          <InvitedRow
            key={invitation.id}
            invitation={invitation}
            busy={remind.isPending || withdraw.isPending}
            onRemind={() => {
              forget();
              remind.mutate(invitation.id, {
                onSuccess: () => toast(format(reminded, { email: invitation.email })),
              });
            }}
            onWithdraw={() => {
              forget();
              withdraw.mutate(invitation.id, {
                onSuccess: () =>
                  toast(format(texts.theInvitationOfEmailWasWithdrawn, { email: invitation.email })),
              });
            }}
          />
        )}
      </PeopleList>
    </>
  );
}

/** Without e-mail a reminder only restarts the expiry of an invitation. */
function useReminderTexts() {
  return useSendsMail()
    ? {
        remind: texts.remind,
        remindEmail: texts.remindEmail,
        reminded: texts.reminderSentToEmail,
        failedToRemind: texts.failedToSendTheReminder,
      }
    : {
        remind: texts.renew,
        remindEmail: texts.renewTheInvitationOfEmail,
        reminded: texts.theInvitationOfEmailWasRenewed,
        failedToRemind: texts.failedToRenew,
      };
}

interface InvitedRowProps {
  invitation: Invitation;
  busy: boolean;
  onRemind: () => void;
  onWithdraw: () => void;
}

function InvitedRow({ invitation, busy, onRemind, onWithdraw }: InvitedRowProps) {
  const { email, role, invitedBy, expired, can } = invitation;
  const reminder = useReminderTexts();
  const as = { role: roleLabels[role], sentAt: timeAgo(invitation.sentAt) };
  return (
    <li aria-label={email} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-full border border-dashed border-control text-muted">
        <Mail size={16} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium wrap-anywhere">
            <MailAddress>{email}</MailAddress>
          </span>
          {expired && <Badge tone="warning">{texts.expired}</Badge>}
        </p>
        <p className="text-13 wrap-anywhere text-muted">
          {invitedBy ? format(texts.invitedAsRoleBy, { invitedBy, ...as }) : format(texts.invitedAsRole, as)}
        </p>
        {!expired && (
          <p className="text-13 text-muted">
            {format(texts.validUntilExpiresAt, { expiresAt: formatDate(invitation.expiresAt) })}
          </p>
        )}
      </div>
      <div className="flex items-center gap-1 max-sm:w-full max-sm:ps-8">
        {can.remind && (
          <Button
            variant="ghost"
            disabled={busy}
            aria-label={format(reminder.remindEmail, { email })}
            onClick={onRemind}
          >
            {reminder.remind}
          </Button>
        )}
        {can.withdraw && (
          <Button
            variant="ghost"
            disabled={busy}
            aria-label={format(texts.withdrawTheInvitationOfEmail, { email })}
            onClick={onWithdraw}
          >
            {texts.withdraw}
          </Button>
        )}
      </div>
    </li>
  );
}
