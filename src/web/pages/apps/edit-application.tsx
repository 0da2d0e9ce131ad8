import type { User } from '#shared/accounts/accounts.ts';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { useSession } from '../../features/accounts/session.ts';
import { EditDialog } from '../../features/apps/edit/edit-dialog.tsx';
import type { EditFocus } from '../../features/apps/edit/edit-form.tsx';
import { EditOrganization } from '../../features/orgs/choice/edit-organization.tsx';
import { useUploadable } from '../../features/orgs/choice/use-uploadable.ts';

export interface EditApplicationProps {
  app: ApplicationCard;
  focus?: EditFocus;
  onClose: () => void;
}

/** The edit dialog of an application's card, with the organizations of the editor. */
export default function EditApplication(props: EditApplicationProps) {
  const user = useSession().data?.user;
  return user && <Edit user={user} {...props} />;
}

function Edit({ user, app, focus, onClose }: EditApplicationProps & { user: User }) {
  const { data, error, refetch } = useUploadable(user.id);
  const current = app.organization;
  // The owner of an organization may delete its applications: only users with that permission may move one.
  const others = app.can.delete ? data?.filter(({ id }) => id !== current?.id) : [];
  return (
    <EditDialog
      app={app}
      focus={focus}
      organization={(field) => (
        <EditOrganization
          field={field}
          current={current}
          others={others}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      organizationRequired={current !== null || (others !== undefined && others.length > 0)}
      onClose={onClose}
    />
  );
}
