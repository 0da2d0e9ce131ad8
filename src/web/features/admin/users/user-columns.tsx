import { Ban, Trash2, UserCheck } from 'lucide-react';
import { type AdminUser, adminMessages } from '#shared/admin.ts';
import { formatDate } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
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
      name: 'User',
      part: 'title',
      cell: (user) => <Identity user={user} isSelf={isSelf(user)} />,
    },
    { name: 'Organizations', width: 'w-56', cell: (user) => <Memberships user={user} /> },
    {
      name: 'Sign-in',
      width: 'w-24',
      cell: (user) => <p className="truncate text-muted">{providerLabel(user.provider)}</p>,
    },
    {
      name: 'Joined',
      width: 'w-26',
      cell: (user) => (
        <time dateTime={user.createdAt} className="whitespace-nowrap text-muted">
          {formatDate(user.createdAt)}
        </time>
      ),
    },
    {
      name: 'Role',
      width: 'w-28',
      cell: (user) => <RoleSelect user={user} isSelf={isSelf(user)} />,
    },
    { name: 'Organization', width: 'w-48', cell: (user) => <OrganizationPicker user={user} /> },
    {
      name: 'Actions',
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
  const whyNot = (own: string) => (isSelf ? own : can.why);
  return (
    <>
      {disabled ? (
        <Button
          variant="ghost"
          size="icon"
          className="md:size-8"
          aria-label={`Enable ${username}`}
          title="Enable"
          onClick={() => onAsk('enable')}
        >
          <UserCheck strokeWidth={1.75} aria-hidden="true" />
        </Button>
      ) : (
        <Button
          variant="ghost"
          size="icon"
          className="disabled:pointer-events-auto md:size-8"
          aria-label={`Disable ${username}`}
          title={can.disable ? 'Disable' : whyNot(adminMessages.cannotDisableYourself)}
          disabled={!can.disable}
          onClick={() => onAsk('disable')}
        >
          <Ban strokeWidth={1.75} aria-hidden="true" />
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        className="enabled:hover:text-danger disabled:pointer-events-auto md:size-8"
        aria-label={`Delete ${username}`}
        title={can.delete ? 'Delete' : whyNot(adminMessages.cannotDeleteYourself)}
        disabled={!can.delete}
        onClick={() => onAsk('delete')}
      >
        <Trash2 strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </>
  );
}
