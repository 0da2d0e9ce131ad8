import { type FormEvent, useState } from 'react';
import type { Organization } from '#shared/orgs.ts';
import { ApiError, messageOf } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type Fate, useDeleteOrganization } from '../use-organizations.ts';
import { FateFields } from './fate-fields.tsx';

interface DeleteDialogProps {
  userId: string;
  organization: Organization;
  /** Says it in its own way; a toast does otherwise. */
  onDeleted?: () => void;
  onClose: () => void;
}

/** Asks what becomes of its applications before an organization goes for good. */
export default function DeleteDialog({ userId, organization, onDeleted, onClose }: DeleteDialogProps) {
  const { id, name } = organization;
  const [fate, setFate] = useState<Fate>({ applications: undefined, moveTo: undefined });
  const remove = useDeleteOrganization(id);
  // There may be applications that came after this page was loaded: the server says so.
  const refused = remove.error instanceof ApiError && remove.error.code === 'conflict';
  const asks = organization.applications > 0 || refused;
  const decided = !asks || fate.applications === 'delete' || fate.moveTo !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate(fate, {
      onSuccess: () => {
        if (onDeleted) onDeleted();
        else toast(`Organization "${name}" deleted successfully!`);
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      title={`Are you sure you want to delete organization "${name}"?`}
      description={`It goes for good, for everybody in it. Their accounts stay${organization.isOffline ? ', and so do applications of others' : ''}.`}
    >
      <form noValidate aria-label="Delete Organization" onSubmit={submit} className="mt-5 grid gap-5">
        {asks && (
          <FateFields
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
            Keep it
          </Button>
          <Button type="submit" variant="danger" disabled={!decided || remove.isPending}>
            {remove.isPending ? 'Deleting...' : 'Delete organization'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
