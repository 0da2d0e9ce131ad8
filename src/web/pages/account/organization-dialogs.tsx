import { type ComponentType, useState } from 'react';
import type { Organization } from '#shared/orgs/orgs.ts';
import { CreateDialog } from '../../features/orgs/edit/lazy-create-dialog.tsx';
import type { Act, OrganizationAction } from '../../features/orgs/list/actions.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

interface DialogProps {
  userId: string;
  organization: Organization;
  onClose: () => void;
  /** The account left the organization, and the button is gone. */
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
  /** The current state of an organization of the list. */
  find: (id: string) => Organization | undefined;
  /** The user has no organizations yet. */
  hasNone: boolean;
}

/** The actions of the page and its rows, with their dialogs. */
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
    // Others may change it meanwhile. If it was deleted, the dialog stays and reports that at the next step.
    const organization = find(open.organization.id) ?? open.organization;
    return <Chosen userId={userId} organization={organization} onClose={close} onGone={onGone} />;
  };
  return { act, create: () => setOpen('create'), dialogs: drawn() };
}
