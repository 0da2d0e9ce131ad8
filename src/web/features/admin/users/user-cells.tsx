import type { AdminUser } from '#shared/admin/admin.ts';
import { texts } from '#web/i18n/en/admin/users.ts';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { List } from '#web/ui/lists/list.tsx';

/** The account, and whether it is an administrator or disabled. */
export function Identity({ user, isSelf }: { user: AdminUser; isSelf: boolean }) {
  const { username, email, role, disabled } = user;
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <Avatar name={username} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-1.5">
          <span title={username} className="max-w-full min-w-0 truncate font-medium">
            <bdi>{username}</bdi>
          </span>
          <Badge tone={role === 'admin' ? 'info' : 'neutral'}>
            {role === 'admin' ? texts.admin : texts.user}
          </Badge>
          {isSelf && <span className="shrink-0 text-12 text-muted">{texts.you}</span>}
          {disabled && (
            <Badge tone="danger" title={disabled.reason}>
              {texts.disabled}
            </Badge>
          )}
        </p>
        <p title={email ?? undefined} className="truncate text-muted">
          <bdi>{email ?? texts.noEMailAddress}</bdi>
        </p>
      </div>
    </div>
  );
}

/** The assigned organization, and the memberships. */
export function Memberships({ user }: { user: AdminUser }) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <p title={user.organizationName ?? undefined} className="truncate">
        {user.organizationName !== null ? (
          <bdi>{user.organizationName}</bdi>
        ) : (
          <span className="text-muted">{texts.noOrg}</span>
        )}
      </p>
      {user.memberOrganizations.length > 0 && (
        <List aria-label={texts.memberOf} className="flex flex-wrap gap-1">
          {user.memberOrganizations.map(({ id, name, isOwner }) => (
            <li key={id} className="flex max-w-full">
              <Badge tone={isOwner ? 'success' : 'neutral'} title={name} className="max-w-full min-w-0">
                <bdi className="truncate">{name}</bdi>
                <span className="font-normal">{isOwner ? texts.owner : texts.member}</span>
              </Badge>
            </li>
          ))}
          {user.hasMoreOrganizations && <li className="text-12 text-muted">{texts.andMore}</li>}
        </List>
      )}
    </div>
  );
}
