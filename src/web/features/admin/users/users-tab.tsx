import { useRef, useState } from 'react';
import { type Role, roles } from '#shared/accounts/accounts.ts';
import { signInProviderNames, signInProviders } from '#shared/accounts/sign-in.ts';
import { type AccountState, type AdminUser, accountStates } from '#shared/admin/admin.ts';
import { texts } from '#web/i18n/en/admin/users.ts';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import type { Address, AddressFilters } from '../address.ts';
import { Filter, Toolbar } from '../filter.tsx';
import { AdminList } from '../list.tsx';
import { type UserFilters, useUsers } from './use-users.ts';
import { type UserQuestion, userColumns } from './user-columns.tsx';
import { userDialogs } from './user-dialogs.tsx';

const roleLabels: Record<Role, string> = { user: texts.users, admin: texts.admins };
const stateLabels: Record<AccountState, string> = { active: texts.active, disabled: texts.disabled };
const providerIds = [...signInProviderNames.map((name) => signInProviders[name].id), 'unknown' as const];

export function readUserFilters(address: AddressFilters): UserFilters {
  return {
    search: address.text('q').trim(),
    role: address.one('role', roles),
    provider: address.one('provider', providerIds),
    state: address.one('state', accountStates),
  };
}

interface UsersTabProps {
  address: Address;
  viewerId: string;
  /** Display names of sign-in methods by id. */
  providerLabel: (id: string) => string;
}

export function UsersTab({ address, viewerId, providerLabel }: UsersTabProps) {
  const [asked, setAsked] = useState<{ what: UserQuestion; user: AdminUser } | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const Dialog = asked && userDialogs[asked.what];
  const filters = readUserFilters(address);
  const { role, provider, state, search } = filters;
  const list = useUsers(filters);
  const narrowed = [role, provider, state].some((filter) => filter !== undefined) || search !== '';
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Toolbar
        narrowed={narrowed}
        onClear={() => address.change({ q: '', role: '', provider: '', state: '' })}
      >
        <SearchField
          label={texts.searchUsers}
          placeholder={texts.searchUsersPlaceholder}
          value={address.text('q')}
          onSearch={(q) => address.change({ q }, { replace: true })}
        />
        <Filter
          label={texts.filterByRole}
          everything={texts.anyRole}
          options={roles.map((value) => ({ value, label: roleLabels[value] }))}
          value={role}
          onChoose={(value) => address.change({ role: value })}
        />
        <Filter
          label={texts.filterByProvider}
          everything={texts.anyProvider}
          options={providerIds.map((value) => ({ value, label: providerLabel(value) }))}
          value={provider}
          onChoose={(value) => address.change({ provider: value })}
        />
        <Filter
          label={texts.filterByState}
          everything={texts.anyState}
          options={accountStates.map((value) => ({ value, label: stateLabels[value] }))}
          value={state}
          onChoose={(value) => address.change({ state: value })}
        />
      </Toolbar>
      <AdminList
        caption={texts.users}
        of="users"
        list={list}
        columns={userColumns({
          viewerId,
          providerLabel,
          onAsk: (what, user) => setAsked({ what, user }),
        })}
        keyOf={({ uid }) => uid}
        nameOf={({ username }) => username}
        failed={texts.failedToLoadUsers}
        empty={texts.noUsersFound}
        emptyText={narrowed ? texts.noMatch : undefined}
      />
      {Dialog && (
        <Dialog
          user={asked.user}
          onGone={() => top.current?.focus({ preventScroll: true })}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
