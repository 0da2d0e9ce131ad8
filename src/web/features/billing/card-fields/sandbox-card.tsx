import { type ComponentProps, type FormEvent, useImperativeHandle, useRef } from 'react';
import { confirmTestPayment, createTestCard } from '#shared/billing/test-payments.ts';
import { call } from '#web/api.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { type CardFaceProps, type CardPart, cardParts, partLabels } from './card-form.ts';
import { caretIn, digitsOf, formatCvc, formatExpiry, formatNumber, readCard } from './card-text.ts';
import { TestCards } from './test-cards.tsx';

/** The fields of a test card. Only the browser has the typed values. */
export default function SandboxCard({ ref, problems, disabled, onEdit }: CardFaceProps) {
  const inputs = {
    number: useRef<HTMLInputElement>(null),
    expiry: useRef<HTMLInputElement>(null),
    cvc: useRef<HTMLInputElement>(null),
  };
  const textOf = (part: CardPart) => inputs[part].current?.value ?? '';
  useImperativeHandle(ref, () => ({
    createCard: async (postalCode) => {
      const card = readCard(
        { number: textOf('number'), expiry: textOf('expiry'), cvc: textOf('cvc') },
        new Date(),
      );
      const body = { ...card, postal_code: postalCode };
      return (await call(createTestCard, { body })).paymentMethodId;
    },
    confirm: async (clientSecret, paymentMethodId) => {
      await call(confirmTestPayment, { body: { client_secret: clientSecret, paymentMethodId } });
    },
    focus: (part) => inputs[part].current?.focus(),
  }));

  const fill = (number: string) => {
    const texts = { number: formatNumber(number), expiry: `12 / ${yearsFromNow(3)}`, cvc: '123' };
    for (const [part, text] of Object.entries(texts) as [CardPart, string][]) {
      const input = inputs[part].current;
      if (input) input.value = text;
    }
    onEdit(...cardParts);
  };
  const field = (part: CardPart) => ({
    ref: inputs[part],
    label: partLabels[part],
    error: problems[part],
    onEdit: () => onEdit(part),
  });
  return (
    <div className="grid gap-4">
      <TestCards disabled={disabled} onFill={fill} />
      <DigitsField
        {...field('number')}
        format={formatNumber}
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
      />
      <div className="grid grid-cols-2 gap-4">
        <DigitsField {...field('expiry')} format={formatExpiry} autoComplete="cc-exp" placeholder="MM / YY" />
        <DigitsField {...field('cvc')} format={formatCvc} autoComplete="cc-csc" placeholder="123" />
      </div>
    </div>
  );
}

interface DigitsFieldProps extends ComponentProps<'input'> {
  label: string;
  error: string | undefined;
  format: (text: string) => string;
  onEdit: () => void;
}

/** Groups digits during typing, pasting and autofill, and keeps the caret in place. */
function DigitsField({ label, error, format, onEdit, ...props }: DigitsFieldProps) {
  const regroup = ({ currentTarget: input }: FormEvent<HTMLInputElement>) => {
    const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
    const isAtEnd = input.selectionStart === input.value.length;
    const formatted = format(input.value);
    if (formatted !== input.value) {
      input.value = formatted;
      const caret = isAtEnd ? formatted.length : caretIn(formatted, before);
      if (document.activeElement === input) input.setSelectionRange(caret, caret);
    }
    onEdit();
  };
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Input
          {...props}
          {...control}
          required
          inputMode="numeric"
          spellCheck={false}
          className="tabular-nums"
          onInput={regroup}
        />
      )}
    </Field>
  );
}

function yearsFromNow(count: number): string {
  return String(new Date().getFullYear() + count).slice(-2);
}
