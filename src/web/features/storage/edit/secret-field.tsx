import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { MaskedSecret } from '#shared/storage/storage-form.ts';
import { texts } from '#web/i18n/en/storage/edit.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';

interface SecretFieldProps {
  label: string;
  field: UseFormRegisterReturn;
  error: string | undefined;
  /** The state of the stored one. */
  stored: MaskedSecret;
  /** Whether the stored one stays if nothing is typed. */
  kept: boolean;
  optional?: boolean;
  help?: string;
  disabled?: boolean;
  children?: ReactNode;
}

/** Masked during input, and never shown again. */
export function SecretField({ label, field, error, stored, kept, help, ...more }: SecretFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="grid gap-2">
      <Field label={label} optional={more.optional} error={error} help={helpOf(stored, kept, help)}>
        {(control) => (
          <span className="relative block">
            <Input
              {...control}
              {...field}
              aria-required={!kept && control['aria-required']}
              type={shown ? 'text' : 'password'}
              // Browsers must neither offer to save it, nor autofill another password.
              autoComplete="new-password"
              spellCheck={false}
              disabled={more.disabled}
              placeholder={kept ? (stored.hint ?? '••••••••') : undefined}
              className="pe-11 font-mono"
            />
            <Button
              variant="ghost"
              size="icon"
              aria-label={`${shown ? texts.hide : texts.show} ${label.toLowerCase()}`}
              aria-pressed={shown}
              className="absolute inset-y-0 end-0"
              onClick={() => setShown(!shown)}
            >
              <Icon strokeWidth={1.75} aria-hidden="true" />
            </Button>
          </span>
        )}
      </Field>
      {more.children}
    </div>
  );
}

function helpOf(stored: MaskedSecret, kept: boolean, help: string | undefined): string | undefined {
  if (kept) return texts.leaveBlankToKeepTheStoredValue;
  if (stored.set) return texts.theAccountOrTheAddressIsAnother;
  return help;
}
