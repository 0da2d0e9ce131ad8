import { Building2, Plus } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { Organization } from '#shared/orgs/orgs.ts';
import { texts } from '#web/i18n/en/orgs/choice.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { type ChoiceField, FieldError } from '#web/ui/forms/field.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { ApprovalNote } from './approval-note.tsx';
import { readLastOrganization } from './last-organization.ts';
import { OrganizationSelect } from './organization-select.tsx';
import { OrganizationsFailure } from './organizations-failure.tsx';
import { useUploadable } from './use-uploadable.ts';

interface UploadOrganizationProps {
  userId: string;
  field: ChoiceField;
  /** A user without organizations creates one beside the form. */
  onCreate: () => void;
}

/** The target of an upload: one of the organizations that the account may upload to. */
export function UploadOrganization({ userId, field, onCreate }: UploadOrganizationProps) {
  const uploadable = useUploadable(userId);
  const choices = uploadable.data;
  usePreselected(userId, choices, field);
  const chosen = choices?.find(({ id }) => id === field.value);
  return (
    <div className="grid gap-3">
      {choices === undefined ? (
        <Unknown error={uploadable.isError ? uploadable.error : null} onRetry={() => uploadable.refetch()} />
      ) : choices.length === 0 ? (
        <Nothing onCreate={onCreate} />
      ) : (
        <OrganizationSelect field={field} choices={choices} />
      )}
      {choices?.length === 0 && field.error && (
        <FieldError id="organization-problem">{field.error}</FieldError>
      )}
      <ApprovalNote organization={chosen} />
    </div>
  );
}

/** The earlier choice if it still exists, else the last used one, else the only one. */
function usePreselected(userId: string, choices: Organization[] | undefined, field: ChoiceField) {
  const choose = useEffectEvent((known: Organization[]) => {
    const has = (id: string | null) => known.some((each) => each.id === id);
    if (has(field.value)) return;
    const last = readLastOrganization(userId);
    field.onChange((has(last) ? last : known.length === 1 && known[0]?.id) || '');
  });
  useEffect(() => {
    if (choices) choose(choices);
  }, [choices]);
}

const label = <span className="font-medium">{texts.organization}</span>;

function Unknown({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="grid gap-1.5" aria-busy={error === null || undefined}>
      {label}
      {error === null ? (
        <Skeleton className="h-11 md:h-9" />
      ) : (
        <OrganizationsFailure error={error} onRetry={onRetry} />
      )}
    </div>
  );
}

function Nothing({ onCreate }: { onCreate: () => void }) {
  return (
    <div className="grid gap-1.5">
      {label}
      <Panel tone="warning" className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Building2 size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <p className="min-w-0 flex-1 basis-64">{texts.createAnOrganizationFirst}</p>
        <Button onClick={onCreate}>
          <Plus strokeWidth={1.75} aria-hidden="true" />
          {texts.createOrganization}
        </Button>
      </Panel>
    </div>
  );
}
