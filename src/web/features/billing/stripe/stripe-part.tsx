import { CardCvcElement, CardExpiryElement, CardNumberElement } from '@stripe/react-stripe-js';
import type { StripeElementStyle } from '@stripe/stripe-js';
import { useId, useState } from 'react';
import { texts } from '#web/i18n/en/billing/card-fields.ts';
import { cn } from '#web/lib/cn.ts';
import { FieldError } from '#web/ui/forms/field.tsx';
import { type CardPart, partLabels } from '../card-fields/card-form.ts';

const elements = { number: CardNumberElement, expiry: CardExpiryElement, cvc: CardCvcElement };
const missing: Record<CardPart, string> = {
  number: texts.pleaseEnterTheCardNumber,
  expiry: texts.pleaseEnterTheExpiryDate,
  cvc: texts.pleaseEnterTheCvc,
};

/** Stripe's state of a field. */
export interface PartState {
  complete: boolean;
  error: { message: string } | undefined;
}

/** The problem of a part, with Stripe's message if there is one; null means none. */
export function partProblem(part: CardPart, state: PartState | undefined): string | null {
  if (state?.error) return state.error.message;
  return state?.complete ? null : missing[part];
}

interface StripePartProps {
  part: CardPart;
  look: StripeElementStyle;
  problem: string | null;
  disabled: boolean;
  onChange: (state: PartState) => void;
}

/** One of Stripe's fields in a frame styled like Flux's. Stripe focuses it at a click on its label. */
export function StripePart({ part, look, problem, disabled, onChange }: StripePartProps) {
  const id = useId();
  const [focused, setFocused] = useState(false);
  const [refused, setRefused] = useState(false);
  const Element = elements[part];
  return (
    <div className={cn('grid content-start gap-1.5', part === 'number' && 'col-span-2')}>
      <label htmlFor={id} className={cn('font-medium', disabled && 'opacity-60')}>
        {partLabels[part]}
      </label>
      <div
        className={cn(
          'flex h-11 items-center rounded-control border bg-surface px-3 transition-colors md:h-9',
          problem !== null || refused ? 'border-danger' : 'border-control hover:border-muted',
          focused && 'outline-2 outline-offset-2 outline-ring',
          disabled && 'opacity-60',
        )}
      >
        <Element
          id={id}
          // With the colour scheme of the frame's content. Otherwise browsers paint a white background.
          className="w-full scheme-light"
          options={{ style: look, disabled, ...(part === 'number' && { showIcon: true, disableLink: true }) }}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={({ complete, error }) => {
            setRefused(error !== undefined);
            onChange({ complete, error });
          }}
        />
      </div>
      {problem !== null && <FieldError id={`${id}-error`}>{problem}</FieldError>}
    </div>
  );
}
