import { CircleCheck, LoaderCircle } from 'lucide-react';
import { type Ref, useId } from 'react';
import { maxPromoCodeLength } from '#shared/billing/payments.ts';
import { texts } from '#web/i18n/en/billing/checkout.ts';
import { format } from '#web/i18n/format.ts';
import { cn } from '#web/lib/cn.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import type { usePromo } from './use-promo.ts';

interface PromoFieldProps {
  ref: Ref<HTMLInputElement>;
  promo: ReturnType<typeof usePromo>;
  currency: string;
  problem: string | null;
  disabled: boolean;
  onEdit: () => void;
}

/** Checked on leaving the field, by its button and by Enter, which must not pay. */
export function PromoField({ ref, promo, currency, problem, disabled, onEdit }: PromoFieldProps) {
  const id = useId();
  const { applied, isChecking } = promo;
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className={cn('me-auto pe-2 whitespace-nowrap', disabled && 'opacity-60')}>
          {texts.promoCode}
        </label>
        <Input
          id={id}
          ref={ref}
          value={promo.text}
          maxLength={maxPromoCodeLength}
          disabled={disabled}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={texts.optional}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-answer`}
          className="max-w-48 min-w-0 md:max-w-56"
          onChange={({ target }) => {
            promo.type(target.value);
            onEdit();
          }}
          onBlur={() => promo.check()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            promo.check({ again: true });
          }}
        />
        <Button
          aria-label={texts.applyPromoCode}
          disabled={disabled || promo.text.trim() === ''}
          className="w-20"
          onClick={() => promo.check({ again: true })}
        >
          {/* Both stay mounted: if one disappeared while the focus leaves the field, the dialog would take the focus. */}
          <LoaderCircle aria-hidden="true" className={isChecking ? 'animate-spin' : 'hidden'} />
          <span className={isChecking ? 'hidden' : undefined}>{texts.apply}</span>
        </Button>
      </div>
      {/* Reserves the height of its message from the start. */}
      <div id={`${id}-answer`} className="flex min-h-5 justify-end text-13">
        {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
        {!problem && applied && (
          <p role="status" className="flex items-start gap-1.5 text-success">
            <CircleCheck size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
            {savingOf(applied.discountAmount, applied.discountedPayments, currency)}
          </p>
        )}
        {isChecking && (
          <p role="status" className="sr-only">
            {texts.checkingThePromoCode}
          </p>
        )}
      </div>
    </div>
  );
}

function savingOf(cents: number, payments: number | null, currency: string): string {
  if (cents === 0) return texts.thisCodeGivesNoDiscountOnThis;
  const saving = format(texts.youSaveCents, { cents: formatMoney(cents, currency) });
  if (payments === null) return format(texts.savingEachMonth, { saving });
  return payments === 1
    ? format(texts.savingOnTheFirstPayment, { saving })
    : format(texts.savingOnEachOfPaymentsPayments, { saving, payments });
}
