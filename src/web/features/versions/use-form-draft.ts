import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { type DraftKey, forgetDraft, isSameValue, restoreDraft, writeDraft } from './form-draft.ts';

interface DraftedForm<Values extends FieldValues> extends DraftKey<Values> {
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setValue' | 'resetField'>;
  saved: Values;
  /** Whether the form still offers a value. */
  isOffered?: (name: keyof Values, value: unknown) => boolean;
}

/**
 * Stores unsaved changes of a form: they are restored after the page was left or reloaded. Fields that others
 * have changed meanwhile show their saved value.
 * @returns `keep` stores the draft after a change, `forget` deletes it
 */
export function useFormDraft<Values extends FieldValues>({
  form,
  saved,
  isOffered = () => true,
  ...place
}: DraftedForm<Values>) {
  /** Fields that show their draft and were not edited since: the value, and its saved base. */
  const takenUp = useRef(new Map<Path<Values>, { value: unknown; before: unknown }>());
  const keep = () => {
    for (const [name, { value }] of takenUp.current)
      if (!isSameValue(form.getValues(name), value)) takenUp.current.delete(name);
    writeDraft(place, saved, form.getValues());
  };
  const takeUp = useEffectEvent(() => {
    for (const [field, value] of Object.entries(restoreDraft(place, saved))) {
      if (!isOffered(field, value)) continue;
      const name = field as Path<Values>;
      form.setValue(name, value as PathValue<Values, typeof name>, { shouldDirty: true });
      takenUp.current.set(name, { value, before: saved[name] });
    }
  });
  const giveWay = useEffectEvent(() => {
    for (const [name, { before }] of takenUp.current)
      if (!isSameValue(saved[name], before)) {
        form.resetField(name, { defaultValue: saved[name] });
        takenUp.current.delete(name);
        keep();
      }
  });
  // A form begins with the saved values, or no field would count as changed.
  useEffect(() => takeUp(), []);
  const savedText = JSON.stringify(saved);
  // The page may first show values of its cache: newer ones of somebody else must not be overwritten.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the saved values are what it follows
  useEffect(() => giveWay(), [savedText]);
  return { keep, forget: () => forgetDraft(place) };
}
