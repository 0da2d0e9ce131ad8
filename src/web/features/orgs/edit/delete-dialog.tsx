import { type FormEvent, useState } from 'react';
import type { Organization } from '#shared/orgs/orgs.ts';
import { ApiError, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/orgs/edit.ts';
import { format } from '#web/i18n/format.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { type AppDisposition, useDeleteOrganization } from '../use-organizations.ts';
import { AppDispositionFields } from './app-disposition-fields.tsx';

interface DeleteDialogProps {
  userId: string;
  organization: Organization;
  /** Shows its own message instead of a toast. */
  onDeleted?: () => void;
  onClose: () => void;
}

/** Asks what happens to its applications before an organization is deleted. */
export default function DeleteDialog({ userId, organization, onDeleted, onClose }: DeleteDialogProps) {
  const { id, name } = organization;
  const [fate, setFate] = useState<AppDisposition>({ applications: undefined, moveTo: undefined });
  const remove = useDeleteOrganization(id);
  // The server reports applications that were added after this page was loaded.
  const refused = remove.error instanceof ApiError && remove.error.code === 'conflict';
  const asks = organization.applications > 0 || refused;
  const decided = !asks || fate.applications === 'delete' || fate.moveTo !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate(fate, {
      onSuccess: () => {
        if (onDeleted) onDeleted();
        else toast(format(texts.organizationNameDeleted, { name }));
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      title={format(texts.areYouSureYouWantToDelete, { name })}
      description={organization.isOffline ? texts.isDeletedButApplicationsStay : texts.isDeletedPermanently}
    >
      <form noValidate aria-label={texts.deleteOrganization} onSubmit={submit} className="mt-5 grid gap-5">
        {asks && (
          <AppDispositionFields
            userId={userId}
            organization={organization}
            fate={fate}
            disabled={remove.isPending}
            onChoose={setFate}
          />
        )}
        {remove.isError && (
          <Panel tone="danger" role="alert">
            {messageOf(remove.error)}
          </Panel>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={remove.isPending}>
            {texts.keepIt}
          </Button>
          <Button type="submit" variant="danger" disabled={!decided || remove.isPending}>
            {remove.isPending ? texts.deleting : texts.deleteOrganizationForm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
