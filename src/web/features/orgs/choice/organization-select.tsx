import { texts } from '#web/i18n/en/orgs/choice.ts';
import { disambiguateNames } from '#web/lib/format/disambiguate-names.ts';
import type { ChoiceField } from '#web/ui/forms/field.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/input.tsx';

interface OrganizationSelectProps {
  field: ChoiceField;
  choices: Parameters<typeof disambiguateNames>[0];
}

export function OrganizationSelect({
  field: { error, onChange, ...field },
  choices,
}: OrganizationSelectProps) {
  return (
    <Field label={texts.organization} error={error}>
      {(control) => (
        <Select {...control} {...field} onChange={(event) => onChange(event.target.value)}>
          <option value="">{texts.pleaseSelectAnOrganization}</option>
          {disambiguateNames(choices).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
