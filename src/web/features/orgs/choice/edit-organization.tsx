import type { Organization } from '#shared/orgs/orgs.ts';
import { texts } from '#web/i18n/en/orgs/choice.ts';
import type { ChoiceField } from '#web/ui/forms/field.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { ApprovalNote } from './approval-note.tsx';
import { OrganizationSelect } from './organization-select.tsx';
import { OrganizationsFailure } from './organizations-failure.tsx';

interface EditOrganizationProps {
  field: ChoiceField;
  /** The current organization. */
  current: { id: string; name: string } | null;
  /** The possible targets; undefined until known. */
  others: readonly Organization[] | undefined;
  /** The reason if there are none. */
  error: unknown;
  onRetry: () => void;
}

/** The organization of an application. */
export function EditOrganization({ field, current, others, error, onRetry }: EditOrganizationProps) {
  const choices = [...(current ? [current] : []), ...(others ?? [])];
  const failed = others === undefined && error !== null;
  const isAwaited = others === undefined && error === null;
  if (choices.length > 0) {
    return (
      <div className="grid gap-3" aria-busy={isAwaited || undefined}>
        <OrganizationSelect field={field} choices={choices} />
        {failed && <OrganizationsFailure error={error} onRetry={onRetry} />}
        <ApprovalNote organization={others?.find(({ id }) => id === field.value)} />
      </div>
    );
  }
  return (
    <div className="grid gap-1.5" aria-busy={isAwaited || undefined}>
      <span className="font-medium">{texts.organization}</span>
      {others ? (
        <p className="text-13 text-muted">{texts.noOrganizationsAvailablePlease}</p>
      ) : failed ? (
        <OrganizationsFailure error={error} onRetry={onRetry} />
      ) : (
        <Skeleton className="h-11 md:h-9" />
      )}
    </div>
  );
}
