import { UserPlus } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import type { Organization } from '#shared/orgs/orgs.ts';
import { texts } from '#web/i18n/en/orgs/members.ts';
import { format } from '#web/i18n/format.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { readingDirection } from '#web/lib/format/reading-direction.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import InviteDialog from './invite-dialog.tsx';
import { InvitedList } from './invited-list.tsx';
import { MemberList } from './member-list.tsx';

interface ManageDialogProps {
  userId: string;
  organization: Organization;
  /** If the dialog has no separate Leave. */
  removesSelf?: boolean;
  onClose: () => void;
}

const tabClasses =
  '-mb-px h-11 border-b-2 border-transparent text-muted transition-colors hover:text-text data-[state=active]:border-ion data-[state=active]:text-text forced-colors:not-data-[state=active]:border-[Canvas]';

/** The members and invitations of an organization, for its members and for administrators. */
export default function ManageDialog({
  userId,
  organization,
  removesSelf = false,
  onClose,
}: ManageDialogProps) {
  const { name, memberCount, can } = organization;
  const [typed, setTyped] = useState('');
  const [inviting, setInviting] = useState(false);
  const q = typed.trim();
  return (
    <>
      <Dialog
        open
        wide
        onOpenChange={(open) => !open && onClose()}
        title={
          can.manageMembers ? format(texts.manageMembersName, { name }) : format(texts.membersName, { name })
        }
        description={texts.membersAndOpenInvitations}
      >
        <div className="mt-5 flex flex-wrap gap-2">
          <SearchField
            label={texts.searchMembers}
            placeholder={texts.searchMembersPlaceholder}
            value={typed}
            onSearch={setTyped}
          />
          {can.inviteAs.length > 0 && (
            <Button onClick={() => setInviting(true)}>
              <UserPlus strokeWidth={1.75} aria-hidden="true" />
              {texts.invite}
            </Button>
          )}
        </div>
        <Tabs.Root dir={readingDirection()} defaultValue="members" className="mt-2">
          <Tabs.List aria-label={texts.membersAndInvitedPeople} className="flex gap-5 border-b border-line">
            <Tabs.Trigger value="members" className={tabClasses}>
              {texts.members}
            </Tabs.Trigger>
            <Tabs.Trigger value="invited" className={tabClasses}>
              {texts.invited}
            </Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="members">
            <MemberList userId={userId} organization={organization} withSelf={removesSelf} q={q} />
          </Tabs.Content>
          <Tabs.Content value="invited">
            <InvitedList organization={organization} q={q} />
          </Tabs.Content>
        </Tabs.Root>
        <div className="mt-4 flex items-center justify-between gap-4 border-t border-line pt-4">
          <p className="text-muted tabular-nums">
            {format(texts.totalMembercountMemberS, { memberCount: formatNumber(memberCount) })}
          </p>
          <Button onClick={onClose}>{texts.close}</Button>
        </div>
      </Dialog>
      {inviting && <InviteDialog organization={organization} onClose={() => setInviting(false)} />}
    </>
  );
}
