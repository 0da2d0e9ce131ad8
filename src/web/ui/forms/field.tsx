import { CircleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import type * as z from 'zod/mini';
import { texts } from '../../i18n/en/ui.ts';
import { format } from '../../i18n/format.ts';
import { cn } from '../../lib/cn.ts';
import { formatNumber } from '../../lib/format/numbers.ts';
import { useRemainingLength } from './use-remaining-length.ts';

/** Props of the control inside a field that link it to label, help and error. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
  'aria-required': boolean | undefined;
}

/** A choice in a form, with options rendered by the parent. */
export interface ChoiceField {
  value: string;
  error: string | undefined;
  ref: Ref<HTMLSelectElement>;
  onChange: (value: string) => void;
  onBlur: () => void;
}

interface FieldProps {
  label: string;
  help?: string;
  error?: string;
  /** May be left blank. */
  optional?: boolean;
  /** The schema of the input: when little room remains, that is shown below. */
  schema?: z.core.$ZodType;
  children: (control: FieldControl) => ReactNode;
}

/** Label above, help below, error at the field. */
export function Field({ label, help, error, optional, schema, children }: FieldProps) {
  const id = useId();
  const left = useRemainingLength(id, schema);
  const described = [error && `${id}-error`, help && `${id}-help`, left.words && `${id}-most`]
    .filter(Boolean)
    .join(' ');
  return (
    // Beside a higher field it keeps its height, so that the content below aligns.
    <div className="group/field">
      <div className="relative grid gap-1.5" onInput={left.follow}>
        <label
          htmlFor={id}
          className="flex items-baseline justify-between font-medium group-has-[:is(input,select,textarea):disabled]/field:opacity-60"
        >
          {label}
          {optional && <span className="text-12 font-normal text-muted">{texts.optional}</span>}
        </label>
        {children({
          id,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
          'aria-required': optional ? undefined : true,
        })}
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
        {help && (
          <p id={`${id}-help`} className="text-13 text-muted">
            {help}
          </p>
        )}
        {left.words !== null && (
          // In the gap between two fields, so that nothing moves while typing.
          <p
            className={cn(
              'absolute end-0 top-full mt-0.5 text-12 whitespace-nowrap tabular-nums',
              left.isOver ? 'text-danger' : 'text-muted',
            )}
          >
            <span aria-hidden="true">{left.words}</span>
            {/* A description of a field is announced when it changes. The counter changes at each key, so it is not one. */}
            <span id={`${id}-most`} className="sr-only">
              {format(texts.atMostMostCharacters, { most: formatNumber(left.most) })}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

/** Announced when it appears. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-13 text-danger">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      {children}
    </p>
  );
}
