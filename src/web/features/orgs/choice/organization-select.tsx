import { texts } from '../../../i18n/en/orgs/choice.ts';
import { disambiguateNames } from '../../../lib/disambiguate-names.ts';
import type { ChoiceField } from '../../../ui/field.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/input.tsx';

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
