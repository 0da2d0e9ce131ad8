import type { Organization } from '#shared/orgs.ts';
import { messageOf } from '../../../api.ts';
import { texts } from '../../../texts/en/orgs/choice.ts';
import { fill } from '../../../texts/fill.ts';
import type { ChoiceField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ApprovalNote } from './approval-note.tsx';
import { OrganizationSelect } from './organization-select.tsx';

interface EditOrganizationProps {
  field: ChoiceField;
  /** Where the application is now. */
  current: { id: string; name: string } | null;
  /** Where it could be taken to; undefined while that is not known. */
  others: readonly Organization[] | undefined;
  error: unknown;
}

/** To which organization an application belongs. */
export function EditOrganization({ field, current, others, error }: EditOrganizationProps) {
  const choices = [...(current ? [current] : []), ...(others ?? [])];
  if (choices.length > 0) {
    return (
      <div className="grid gap-3">
        <OrganizationSelect field={field} choices={choices} />
        <ApprovalNote organization={others?.find(({ id }) => id === field.value)} />
      </div>
    );
  }
  return (
    <div className="grid gap-1.5" aria-busy={(!others && !error) || undefined}>
      <span className="font-medium">{texts.organization}</span>
      {others ? (
        <p className="text-13 text-muted">{texts.noOrganizationsAvailablePlease}</p>
      ) : error ? (
        <p role="alert" className="text-13 text-danger">
          {fill(texts.errorLoadingOrganizationsError, { error: messageOf(error) })}
        </p>
      ) : (
        <Skeleton className="h-11 md:h-9" />
      )}
    </div>
  );
}
