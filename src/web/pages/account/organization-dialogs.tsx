import { type ComponentType, useState } from 'react';
import type { Organization } from '#shared/orgs/orgs.ts';
import { CreateDialog } from '../../features/orgs/edit/lazy-create-dialog.tsx';
import type { Act, OrganizationAction } from '../../features/orgs/list/actions.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

interface DialogProps {
  userId: string;
  organization: Organization;
  onClose: () => void;
  /** The organization is not among one's own any more, and the button that asked has gone with it. */
  onGone: () => void;
}

const fetched = (load: () => Promise<{ default: ComponentType<DialogProps> }>) =>
  lazyDialog(load, ({ organization }) => organization.name);
const dialogOf: Record<OrganizationAction, ComponentType<DialogProps>> = {
  manage: fetched(() => import('../../features/orgs/members/manage-dialog.tsx')),
  invite: fetched(() => import('../../features/orgs/members/invite-dialog.tsx')),
  edit: fetched(() => import('../../features/orgs/edit/edit-dialog.tsx')),
  leave: fetched(() => import('../../features/orgs/members/leave-dialog.tsx')),
  delete: fetched(() => import('../../features/orgs/edit/delete-dialog.tsx')),
};

interface OrganizationDialogsOptions extends Pick<DialogProps, 'userId' | 'onGone'> {
  /** An organization of the list, as it is now. */
  find: (id: string) => Organization | undefined;
  /** They are in no organization yet. */
  hasNone: boolean;
}

/** What the page and its rows ask for, and the dialogs that do it. */
export function useOrganizationDialogs({ userId, find, hasNone, onGone }: OrganizationDialogsOptions) {
  const [open, setOpen] = useState<
    'create' | { what: OrganizationAction; organization: Organization } | null
  >(null);
  const close = () => setOpen(null);
  const act: Act = (what, organization) => setOpen({ what, organization });
  const drawn = () => {
    if (open === null) return null;
    if (open === 'create') return <CreateDialog first={hasNone} onClose={close} />;
    const Chosen = dialogOf[open.what];
    // Others may change it meanwhile. Where it has gone, the dialog stays as it was, and says so at the next step.
    const organization = find(open.organization.id) ?? open.organization;
    return <Chosen userId={userId} organization={organization} onClose={close} onGone={onGone} />;
  };
  return { act, create: () => setOpen('create'), dialogs: drawn() };
}
