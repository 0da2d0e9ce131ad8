import type { Organization } from '#shared/orgs/orgs.ts';
import { texts } from '#web/i18n/en/orgs/edit.ts';
import { format } from '#web/i18n/format.ts';
import { disambiguateNames } from '#web/lib/format/disambiguate-names.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/input.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { OrganizationsFailure } from '../choice/organizations-failure.tsx';
import { useUploadable } from '../choice/use-uploadable.ts';
import type { AppDisposition } from '../use-organizations.ts';

interface AppDispositionFieldsProps {
  userId: string;
  organization: Organization;
  fate: AppDisposition;
  disabled: boolean;
  onChoose: (fate: AppDisposition) => void;
}

/** What happens to the applications of a deleted organization. Nothing is preselected. */
export function AppDispositionFields({
  userId,
  organization,
  fate,
  disabled,
  onChoose,
}: AppDispositionFieldsProps) {
  const { data, error, refetch } = useUploadable(userId);
  // Excludes organizations that would require approval.
  const others = data?.filter(
    ({ id, settings, can }) => id !== organization.id && (can.approve || !settings.requireApproval),
  );
  // Content that is offline for its owner's ended plan cannot move: it would be online elsewhere.
  const isHeld = organization.isOffline && organization.ownerId === userId;
  const count = organization.applications;
  const options = [
    {
      value: 'move' as const,
      label: texts.moveThemToAnotherOrganization,
      text: isHeld ? texts.yourSubscriptionHasEndedMove : moveHint(others),
      disabled: isHeld || !others || others.length === 0,
    },
    {
      value: 'delete' as const,
      label: texts.deleteThemToo,
      text: texts.allTheirVersionsAndFilesGoFor,
    },
  ];
  return (
    <fieldset disabled={disabled} aria-busy={(!others && !error) || undefined} className="grid gap-4">
      <RadioGroup
        label={
          count > 0
            ? format(texts.whatHappensToItsCountApplications, { count })
            : texts.whatHappensToItsApplications
        }
        options={options}
        value={fate.applications}
        onChoose={(applications) =>
          onChoose({
            applications,
            moveTo: applications === 'move' && others?.length === 1 ? others[0]?.id : undefined,
          })
        }
      />
      {!others && error && <OrganizationsFailure error={error} onRetry={() => void refetch()} />}
      {fate.applications === 'move' && others && (
        <Field label={texts.moveTo}>
          {(control) => (
            <Select
              {...control}
              value={fate.moveTo ?? ''}
              onChange={(event) => onChoose({ ...fate, moveTo: event.target.value || undefined })}
            >
              <option value="">{texts.pleaseSelectAnOrganization}</option>
              {disambiguateNames(others).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </fieldset>
  );
}

function moveHint(others: readonly Organization[] | undefined): string {
  return others?.length === 0
    ? texts.youHaveNoOtherOrganizationThat
    : texts.theyStayPlayableAtTheSameAddresses;
}
