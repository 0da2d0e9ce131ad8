import { type Role, roles } from '#shared/accounts/accounts.ts';
import { type AdminUser, adminMessages } from '#shared/admin/admin.ts';
import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/admin/users.ts';
import { format } from '#web/i18n/format.ts';
import { Select } from '#web/ui/forms/input.tsx';
import { useShowBanner } from '../banners.tsx';
import { useChangeUser } from './use-users.ts';

const labels: Record<Role, string> = { user: texts.user, admin: texts.admin };

export function RoleSelect({ user, isSelf }: { user: AdminUser; isSelf: boolean }) {
  const change = useChangeUser(user.uid);
  const tell = useShowBanner();
  const wanted =
    change.isPending && change.variables && 'role' in change.variables ? change.variables.role : null;
  const choose = (role: Role) =>
    change.mutate(
      { role },
      {
        onSuccess: () => tell.succeeded(adminMessages.roleUpdated(role)),
        onError: (error) => tell.failed(messageOf(error)),
      },
    );
  const why = isSelf ? adminMessages.cannotChangeOwnRole : user.can.why;
  return (
    <Select
      aria-label={format(texts.roleOfUsername, { username: user.username })}
      title={user.can.changeRole ? undefined : why}
      disabled={!user.can.changeRole}
      aria-busy={change.isPending || undefined}
      value={wanted ?? user.role}
      onChange={(event) => {
        const role = roles.find((each) => each === event.target.value);
        if (role) choose(role);
      }}
      className="lg:h-8! lg:ps-2.5! lg:text-13!"
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {labels[role]}
        </option>
      ))}
    </Select>
  );
}
