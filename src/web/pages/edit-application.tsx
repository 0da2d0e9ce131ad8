import type { User } from '#shared/accounts.ts';
import type { ApplicationCard } from '#shared/apps.ts';
import { useSession } from '../features/accounts/session.ts';
import { EditDialog } from '../features/apps/edit/edit-dialog.tsx';
import { EditOrganization } from '../features/orgs/choice/edit-organization.tsx';
import { useUploadable } from '../features/orgs/choice/use-uploadable.ts';

interface EditApplicationProps {
  app: ApplicationCard;
  onClose: () => void;
}

/** The dialog of an application's card, with the organizations of whoever edits it. */
export default function EditApplication(props: EditApplicationProps) {
  const user = useSession().data?.user;
  return user && <Edit user={user} {...props} />;
}

function Edit({ user, app, onClose }: EditApplicationProps & { user: User }) {
  const { data, error } = useUploadable(user.id);
  // Where it is now stays a choice also for those who could not upload there.
  const others = data?.filter(({ id }) => id !== app.organization?.id) ?? [];
  const choices = app.organization ? [app.organization, ...others] : others;
  return (
    <EditDialog
      app={app}
      organization={(field) => (
        <EditOrganization field={field} choices={choices} pending={data === undefined} error={error} />
      )}
      organizationRequired={choices.length > 0}
      onClose={onClose}
    />
  );
}
