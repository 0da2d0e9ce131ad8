import { useState } from 'react';
import { texts } from '#web/i18n/en/orgs/edit.ts';
import { format } from '#web/i18n/format.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { type OrganizationFields, useCreateOrganization } from '../use-organizations.ts';
import { OrganizationForm } from './organization-form.tsx';

const fresh: OrganizationFields = {
  name: '',
  description: '',
  isPublic: false,
  allowMemberUploads: true,
  requireApproval: false,
};

export interface CreateDialogProps {
  /** The user has no organization yet, so only a name is required. */
  first?: boolean;
  onClose: () => void;
}

export default function CreateDialog({ first = false, onClose }: CreateDialogProps) {
  const [changed, setChanged] = useState(false);
  const create = useCreateOrganization();
  return (
    <FormDialog
      title={texts.createOrganization}
      description={texts.youBecomeItsOwnerYouCanChange}
      changed={changed}
      busy={create.isPending}
      discardText={texts.theOrganizationHasNotBeenCreated}
      onClose={onClose}
    >
      <OrganizationForm
        label={texts.createOrganization}
        action={texts.createOrganization}
        busyAction={texts.creating}
        values={fresh}
        fresh
        nameOnly={first}
        change={create}
        onChanged={setChanged}
        onSave={(fields) =>
          create.mutate(fields, {
            onSuccess: (organization) => {
              toast(format(texts.organizationNameCreated, { name: organization.name }));
              onClose();
            },
          })
        }
      />
    </FormDialog>
  );
}
