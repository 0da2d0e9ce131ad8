import { type Ref, useId } from 'react';
import { cn } from '../../lib/cn.ts';
import { FieldError } from './field.tsx';

interface RadioGroupProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; text: string; disabled?: boolean }[];
  value: Value | undefined;
  error?: string;
  onChoose: (value: Value) => void;
  /** Ref of the first option. */
  input?: Ref<HTMLInputElement>;
}

/** A choice of few options with descriptions. */
export function RadioGroup<Value extends string>({
  label,
  options,
  value,
  error,
  onChoose,
  input,
}: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${name}-label`}
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
      className="grid gap-1.5"
    >
      <span id={`${name}-label`} className="font-medium">
        {label}
      </span>
      <div className="divide-y divide-line overflow-hidden rounded-control border border-control">
        {options.map((option, index) => {
          const id = `${name}-${option.value}`;
          return (
            <label
              key={option.value}
              className={cn(
                'flex gap-3 px-3 py-2.5 transition-colors has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring',
                option.disabled ? 'text-muted' : 'cursor-pointer',
              )}
            >
              <input
                ref={index === 0 ? input : undefined}
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                disabled={option.disabled}
                aria-labelledby={`${id}-label`}
                aria-describedby={`${id}-text`}
                onChange={() => onChoose(option.value)}
                className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-control bg-surface outline-none checked:border-5 checked:border-ring"
              />
              <span className="grid min-w-0">
                <span id={`${id}-label`} className="font-medium">
                  {option.label}
                </span>
                <span id={`${id}-text`} className="text-13 text-muted">
                  {option.text}
                </span>
              </span>
            </label>
          );
        })}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </div>
  );
}
