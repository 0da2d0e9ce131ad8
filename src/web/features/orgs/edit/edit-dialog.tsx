import { useState } from 'react';
import type { Organization } from '#shared/orgs/orgs.ts';
import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/orgs/edit.ts';
import { format } from '#web/i18n/format.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { type OrganizationFields, useUpdateOrganization } from '../use-organizations.ts';
import { type Dirty, OrganizationForm } from './organization-form.tsx';

interface EditDialogProps {
  organization: Organization;
  /** The change was undone after the dialog was closed. */
  onPutBack?: () => void;
  onClose: () => void;
}

export default function EditDialog({ organization, onPutBack, onClose }: EditDialogProps) {
  const [changed, setChanged] = useState(false);
  const update = useUpdateOrganization(organization.id);
  const { name, description, isPublic, settings } = organization;
  const before = { name, description, isPublic, ...settings };
  const putBack = useUpdateOrganization(organization.id, {
    onSuccess: () => {
      toast(format(texts.thePreviousValuesOfNameAre, { name }));
      onPutBack?.();
    },
    onError: (error) => toast(messageOf(error), { failed: true }),
  });
  return (
    <FormDialog
      title={texts.editOrganization}
      description={texts.itsMembersAndApplicationsStayAs}
      changed={changed}
      busy={update.isPending}
      discardText={format(texts.yourChangesToNameHaveNotBeen, { name })}
      onClose={onClose}
    >
      <OrganizationForm
        label={texts.editOrganization}
        action={texts.saveChanges}
        busyAction={texts.saving}
        values={before}
        change={update}
        onChanged={setChanged}
        onSave={(fields, dirty) => {
          const undone = onlyDirty(before, dirty);
          update.mutate(onlyDirty(fields, dirty), {
            onSuccess: () => {
              toast.undo(texts.organizationUpdatedSuccessfully, () => putBack.takeBack(undone));
              onClose();
            },
          });
        }}
      />
    </FormDialog>
  );
}

function onlyDirty(fields: OrganizationFields, dirty: Dirty): Partial<OrganizationFields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => dirty[name as keyof OrganizationFields]),
  );
}
