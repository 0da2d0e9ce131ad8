import { Ban, Trash2, UserCheck } from 'lucide-react';
import { type AdminUser, adminMessages } from '#shared/admin/admin.ts';
import { texts } from '#web/i18n/en/admin/users.ts';
import { format } from '#web/i18n/format.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import type { Column } from '#web/ui/lists/data-table.tsx';
import { RowAction } from '../row-action.tsx';
import { OrganizationPicker } from './organization-picker.tsx';
import { RoleSelect } from './role-select.tsx';
import { Identity, Memberships } from './user-cells.tsx';
import type { userDialogs } from './user-dialogs.tsx';

export type UserQuestion = keyof typeof userDialogs;

interface UserColumnsOptions {
  viewerId: string;
  providerLabel: (id: string) => string;
  onAsk: (what: UserQuestion, user: AdminUser) => void;
}

export function userColumns({ viewerId, providerLabel, onAsk }: UserColumnsOptions): Column<AdminUser>[] {
  const isSelf = (user: AdminUser) => user.uid === viewerId;
  return [
    {
      name: texts.user,
      part: 'title',
      cell: (user) => <Identity user={user} isSelf={isSelf(user)} />,
    },
    { name: texts.organizations, width: 'w-56', cell: (user) => <Memberships user={user} /> },
    {
      name: texts.signIn,
      width: 'w-24',
      cell: (user) => <p className="truncate text-muted">{providerLabel(user.provider)}</p>,
    },
    {
      name: texts.joined,
      width: 'w-26',
      cell: (user) => (
        <time dateTime={user.createdAt} className="whitespace-nowrap text-muted">
          {formatDate(user.createdAt)}
        </time>
      ),
    },
    {
      name: texts.role,
      width: 'w-28',
      cell: (user) => <RoleSelect user={user} isSelf={isSelf(user)} />,
    },
    { name: texts.organization, width: 'w-48', cell: (user) => <OrganizationPicker user={user} /> },
    {
      name: texts.actions,
      width: 'w-19',
      part: 'actions',
      cell: (user) => <UserActions user={user} isSelf={isSelf(user)} onAsk={(what) => onAsk(what, user)} />,
    },
  ];
}

interface UserActionsProps {
  user: AdminUser;
  isSelf: boolean;
  onAsk: (what: UserQuestion) => void;
}

function UserActions({ user: { username, can, disabled }, isSelf, onAsk }: UserActionsProps) {
  const whyNot = (allowed: boolean, own: string) =>
    allowed ? undefined : ((isSelf ? own : can.why) ?? texts.notAllowed);
  return (
    <>
      {disabled ? (
        <RowAction
          icon={UserCheck}
          label={texts.enable}
          name={format(texts.enableNamed, { username })}
          onChoose={() => onAsk('enable')}
        />
      ) : (
        <RowAction
          icon={Ban}
          label={texts.disable}
          name={format(texts.disableNamed, { username })}
          whyNot={whyNot(can.disable, adminMessages.cannotDisableYourself)}
          onChoose={() => onAsk('disable')}
        />
      )}
      <RowAction
        icon={Trash2}
        label={texts.delete}
        name={format(texts.deleteNamed, { username })}
        destructive
        whyNot={whyNot(can.delete, adminMessages.cannotDeleteYourself)}
        onChoose={() => onAsk('delete')}
      />
    </>
  );
}
