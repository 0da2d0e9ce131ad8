import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  AvailablePaymentMethods,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js';
import { useState } from 'react';
import { cn } from '#web/lib/cn.ts';
import { type ColorTheme, useColorTheme } from '#web/lib/page/theme.ts';
import { noElements } from '../card-fields/card-form.ts';
import type { WalletButtonProps } from '../card-fields/wallet-button.tsx';
import { useStripeScript } from './load-stripe.ts';
import { refuseUnlessDone } from './stripe-calls.ts';
import { withStripeChallenge } from './stripe-challenge.ts';
import { asCardError } from './stripe-errors.ts';

/** The browser's own wallet, by Stripe's button. If the script does not load, the card fields report it. */
export default function StripeWallet({ settings, amount, currency, ...props }: WalletButtonProps) {
  const { stripe } = useStripeScript(settings);
  const [theme] = useColorTheme();
  if (!stripe) return null;
  // There is no payment yet. It is created when the user confirms in the wallet, and must have this amount.
  const options: StripeElementsOptionsMode = {
    mode: 'subscription',
    amount,
    currency,
    appearance: { variables: { borderRadius: '6px' } },
  };
  return (
    // A button keeps the colours of its creation.
    <Elements key={theme} stripe={stripe} options={options}>
      <Wallet {...props} theme={theme} />
    </Elements>
  );
}

/** The wallets that hold cards and need no account of their own. */
const wallets = {
  applePay: 'auto',
  googlePay: 'auto',
  link: 'never',
  amazonPay: 'never',
  klarna: 'never',
  paypal: 'never',
} as const;

interface WalletProps
  extends Pick<WalletButtonProps, 'skipsTrial' | 'disabled' | 'begin' | 'onPaid' | 'onFailed' | 'note'> {
  theme: ColorTheme;
}

function Wallet({ theme, skipsTrial, disabled, note, begin, onPaid, onFailed }: WalletProps) {
  const [offered, setOffered] = useState(false);
  const pay = usePayment({ begin, onPaid, onFailed });
  const button = theme === 'dark' ? 'white' : 'black';
  // Beside a trial "Subscribe" would promise one.
  const type = skipsTrial ? 'buy' : 'subscribe';
  return (
    // It must be mounted before it can report whether a wallet is available.
    <div
      className={cn('grid gap-3', !offered && 'invisible absolute')}
      aria-hidden={!offered}
      inert={disabled}
    >
      {note}
      <ExpressCheckoutElement
        className="scheme-light"
        options={{
          buttonHeight: 44,
          buttonTheme: { applePay: button, googlePay: button },
          buttonType: { applePay: type, googlePay: type },
          paymentMethods: wallets,
        }}
        onReady={({ availablePaymentMethods }) => setOffered(hasAny(availablePaymentMethods))}
        onLoadError={() => setOffered(false)}
        onClick={({ resolve, reject }) => (disabled ? reject() : resolve())}
        onConfirm={pay}
      />
    </div>
  );
}

function hasAny(methods: AvailablePaymentMethods | undefined): boolean {
  return methods !== undefined && Object.values(methods).some(Boolean);
}

function usePayment({ begin, onPaid, onFailed }: Pick<WalletProps, 'begin' | 'onPaid' | 'onFailed'>) {
  const stripe = useStripe();
  const elements = useElements();
  return async ({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent): Promise<void> => {
    try {
      if (!stripe || !elements) throw noElements();
      const { error: unsubmitted } = await elements.submit();
      if (unsubmitted) throw asCardError(unsubmitted);
      const clientSecret = await begin();
      const confirmParams = { return_url: window.location.href };
      const { error } = await withStripeChallenge(() =>
        stripe.confirmPayment({ elements, clientSecret, confirmParams, redirect: 'if_required' }),
      );
      refuseUnlessDone(error);
    } catch (error) {
      // The wallet is still open, and shows the error too.
      paymentFailed({ reason: 'fail' });
      return onFailed(error);
    }
    onPaid();
  };
}
