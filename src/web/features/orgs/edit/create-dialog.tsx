import { useState } from 'react';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type OrganizationFields, useCreateOrganization } from '../use-organizations.ts';
import { OrganizationForm } from './organization-form.tsx';

const fresh: OrganizationFields = {
  name: '',
  description: '',
  isPublic: false,
  allowMemberUploads: true,
  requireApproval: false,
};

export default function CreateDialog({ onClose }: { onClose: () => void }) {
  const [changed, setChanged] = useState(false);
  const create = useCreateOrganization();
  return (
    <FormDialog
      title="Create Organization"
      description="You become its owner. All of it can be changed later."
      changed={changed}
      discardText="The organization has not been created."
      onClose={onClose}
    >
      <OrganizationForm
        label="Create Organization"
        action="Create Organization"
        busyAction="Creating..."
        values={fresh}
        fresh
        change={create}
        onChanged={setChanged}
        onSave={(fields) =>
          create.mutate(fields, {
            onSuccess: (organization) => {
              toast(`Organization "${organization.name}" created successfully!`);
              onClose();
            },
          })
        }
      />
    </FormDialog>
  );
}
