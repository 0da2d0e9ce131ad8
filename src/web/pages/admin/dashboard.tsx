import { useState } from 'react';
import type { Session, User } from '#shared/accounts/accounts.ts';
import type { AdminOrganization } from '#shared/admin/admin.ts';
import { providerLabel } from '../../features/accounts/profile/provider-label.ts';
import { type AdminTab, adminTabs, useAddress } from '../../features/admin/address.ts';
import {
  ApplicationsTab,
  readApplicationFilters,
} from '../../features/admin/applications/applications-tab.tsx';
import { useAllApplications } from '../../features/admin/applications/use-applications.ts';
import { AdminHeader } from '../../features/admin/header.tsx';
import {
  type OrganizationQuestion,
  OrganizationsTab,
} from '../../features/admin/organizations/organizations-tab.tsx';
import { useAllOrganizations } from '../../features/admin/organizations/use-organizations.ts';
import { AdminTabs } from '../../features/admin/tabs.tsx';
import { UsageTab } from '../../features/admin/usage/usage-tab.tsx';
import { useUsage } from '../../features/admin/usage/use-usage.ts';
import { useUsers } from '../../features/admin/users/use-users.ts';
import { readUserFilters, UsersTab } from '../../features/admin/users/users-tab.tsx';
import { texts } from '../../i18n/en/pages/admin.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

const OrganizationDialog = lazyDialog(
  () => import('./organization-dialog.tsx'),
  ({ organization }) => organization.name,
);

interface DashboardProps {
  user: User;
  session: Session;
}

export function Dashboard({ user, session }: DashboardProps) {
  const address = useAddress();
  const tab = address.one('tab', adminTabs) ?? 'users';
  const [asked, setAsked] = useState<{
    what: OrganizationQuestion;
    organization: AdminOrganization;
  } | null>(null);
  useAllLists(address, tab);
  return (
    <>
      <AdminHeader title={texts.adminDashboard}>{texts.manageUsersOrganizationsAnd}</AdminHeader>
      <AdminTabs
        tab={tab}
        onTab={(chosen) => address.replaceBy('tab', chosen === 'users' ? undefined : chosen)}
      >
        {tab === 'users' && (
          <UsersTab
            address={address}
            viewerId={user.id}
            providerLabel={(id) => providerLabel(id, session.providers)}
          />
        )}
        {tab === 'organizations' && (
          <OrganizationsTab
            address={address}
            onAsk={(what, organization) => setAsked({ what, organization })}
          />
        )}
        {tab === 'applications' && <ApplicationsTab address={address} />}
        {tab === 'usage' && <UsageTab address={address} />}
      </AdminTabs>
      {asked && <OrganizationDialog {...asked} userId={user.id} onClose={() => setAsked(null)} />}
    </>
  );
}

const wholeList = { text: () => '', one: () => undefined };

/**
 * All tabs load with the page and stay fresh, so that another tab opens at once; the opened one refetches.
 * The filters in the address apply to the open tab only.
 */
function useAllLists(address: ReturnType<typeof useAddress>, tab: AdminTab): void {
  const narrowing = (name: AdminTab) => (name === tab ? address : wholeList);
  useUsers(readUserFilters(narrowing('users')));
  useAllOrganizations(narrowing('organizations').text('q').trim());
  useAllApplications(readApplicationFilters(narrowing('applications')));
  useUsage();
}
