import { useState } from 'react';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { texts } from '#web/i18n/en/apps/edit.ts';
import { format } from '#web/i18n/format.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { type EditFocus, EditForm, type OrganizationField } from './edit-form.tsx';
import { useEditApp } from './use-change-app.ts';

interface EditDialogProps {
  app: ApplicationCard;
  focus: EditFocus | undefined;
  organization: OrganizationField;
  organizationRequired: boolean;
  onClose: () => void;
}

export function EditDialog({ app, onClose, ...form }: EditDialogProps) {
  const [changed, setChanged] = useState(false);
  const edit = useEditApp(app, onClose);
  return (
    <FormDialog
      title={texts.editApplication}
      description={texts.theBuildAndItsVersionsStayAs}
      changed={changed}
      busy={edit.isPending}
      discardText={format(texts.yourChangesToNameHaveNotBeen, { name: app.name })}
      onClose={onClose}
    >
      <EditForm app={app} edit={edit} {...form} onChanged={setChanged} />
    </FormDialog>
  );
}
