import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminOrganization } from '#shared/admin/admin.ts';
import { adminMessages } from '#shared/admin/admin.ts';
import { getOrganization } from '#shared/orgs/orgs.ts';
import { call, messageOf } from '../../api.ts';
import { useShowBanner } from '../../features/admin/banners.tsx';
import type { OrganizationQuestion } from '../../features/admin/organizations/organizations-tab.tsx';
import { adminKey, useRefreshTwice } from '../../features/admin/refresh.ts';
import DeleteDialog from '../../features/orgs/edit/delete-dialog.tsx';
import EditDialog from '../../features/orgs/edit/edit-dialog.tsx';
import ManageDialog from '../../features/orgs/members/manage-dialog.tsx';
import { organizationsKey } from '../../features/orgs/use-organizations.ts';
import { texts } from '../../i18n/en/pages/admin.ts';
import { format } from '../../i18n/format.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';

interface OrganizationDialogProps {
  what: OrganizationQuestion;
  organization: AdminOrganization;
  userId: string;
  onClose: () => void;
}

/** Members, details and deletion of any organization, in the dialogs of its members. */
export default function OrganizationDialog({ what, organization, userId, onClose }: OrganizationDialogProps) {
  const { id, name } = organization;
  const client = useQueryClient();
  const tell = useShowBanner();
  const refreshTwice = useRefreshTwice();
  const found = useQuery({
    // An organization that is being deleted is not refetched with the others after a change.
    queryKey: what === 'delete' ? ['organization-to-delete', id] : [...organizationsKey, 'one', id],
    queryFn: ({ signal }) => call(getOrganization, { params: { id }, signal }),
    staleTime: 0,
  });
  const refresh = () => void client.invalidateQueries({ queryKey: adminKey });
  const close = () => {
    onClose();
    refresh();
  };
  if (found.data && what === 'manage')
    return <ManageDialog userId={userId} organization={found.data} removesSelf onClose={close} />;
  if (found.data && what === 'edit')
    return <EditDialog organization={found.data} onPutBack={refresh} onClose={close} />;
  if (found.data) {
    return (
      <DeleteDialog
        userId={userId}
        organization={found.data}
        onDeleted={() => {
          tell.succeeded(adminMessages.organizationDeleted(name));
          refreshTwice();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      wide
      title={titleOf(what, name)}
      description={found.isError ? texts.itCouldNotBeLoaded : texts.loading}
      onOpenChange={(open) => !open && close()}
    >
      {found.isError ? (
        <ErrorState title={texts.failedToLoadTheOrganization} onRetry={() => found.refetch()}>
          {messageOf(found.error)}
        </ErrorState>
      ) : (
        <Skeleton className="mt-5 h-64" />
      )}
    </Dialog>
  );
}

function titleOf(what: OrganizationQuestion, name: string): string {
  if (what === 'manage') return format(texts.manageMembersName, { name });
  return what === 'edit' ? texts.editOrganization : adminMessages.confirmDeleteOrganization(name);
}
