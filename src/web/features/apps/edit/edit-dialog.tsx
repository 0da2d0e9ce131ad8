import { useState } from 'react';
import type { ApplicationCard } from '#shared/apps.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { EditForm, type OrganizationField } from './edit-form.tsx';

interface EditDialogProps {
  app: ApplicationCard;
  organization: OrganizationField;
  organizationRequired: boolean;
  onClose: () => void;
}

export function EditDialog({ app, onClose, ...organization }: EditDialogProps) {
  const [changed, setChanged] = useState(false);
  return (
    <FormDialog
      title="Edit application"
      description="The build and its versions stay as they are."
      changed={changed}
      discardText={`What you changed about ${app.name} has not been saved.`}
      onClose={onClose}
    >
      <EditForm app={app} {...organization} onChanged={setChanged} onDone={onClose} />
    </FormDialog>
  );
}
