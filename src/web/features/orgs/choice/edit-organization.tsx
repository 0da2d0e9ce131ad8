import { messageOf } from '../../../api.ts';
import type { ChoiceField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { OrganizationSelect } from './organization-select.tsx';

interface EditOrganizationProps {
  field: ChoiceField;
  choices: readonly { id: string; name: string }[];
  /** Whether there may be more. */
  pending: boolean;
  error: unknown;
}

/** To which organization an application belongs. */
export function EditOrganization({ field, choices, pending, error }: EditOrganizationProps) {
  if (choices.length > 0) return <OrganizationSelect field={field} choices={choices} />;
  return (
    <div className="grid gap-1.5" aria-busy={(pending && !error) || undefined}>
      <span className="font-medium">Organization</span>
      {error ? (
        <p role="alert" className="text-13 text-danger">
          Error loading organizations: {messageOf(error)}
        </p>
      ) : pending ? (
        <Skeleton className="h-11 md:h-9" />
      ) : (
        <p className="text-13 text-muted">No organizations available. Please contact an administrator.</p>
      )}
    </div>
  );
}
