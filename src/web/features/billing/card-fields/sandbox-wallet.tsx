import { LoaderCircle, WalletMinimal } from 'lucide-react';
import { useState } from 'react';
import { confirmTestPayment, createTestCard } from '#shared/billing/test-payments.ts';
import { call } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/card-fields.ts';
import { format } from '#web/i18n/format.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { Button } from '#web/ui/forms/button.tsx';
import type { WalletButtonProps } from './wallet-button.tsx';

/** A wallet with one test card. */
export default function SandboxWallet({
  amount,
  currency,
  skipsTrial,
  disabled,
  note,
  begin,
  onPaid,
  onFailed,
}: WalletButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const pay = async () => {
    setOpen(true);
    try {
      const client_secret = await begin();
      const { paymentMethodId } = await call(createTestCard, { body: cardInWallet() });
      await call(confirmTestPayment, { body: { client_secret, paymentMethodId } });
      onPaid();
    } catch (error) {
      setOpen(false);
      onFailed(error);
    }
  };
  return (
    <>
      {note}
      <Button size="large" disabled={disabled || isOpen} onClick={pay} className="w-full">
        {isOpen ? (
          <LoaderCircle aria-hidden="true" className="animate-spin" />
        ) : (
          <WalletMinimal strokeWidth={1.75} aria-hidden="true" />
        )}
        {format(skipsTrial ? texts.payAmountWithoutTrial : texts.payAmountWithTestWallet, {
          amount: formatMoney(amount, currency),
        })}
      </Button>
    </>
  );
}

function cardInWallet() {
  const exp_year = new Date().getFullYear() + 3;
  return { number: '4242424242424242', exp_month: 12, exp_year, cvc: '123' };
}
