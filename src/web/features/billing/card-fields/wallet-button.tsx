import type { ReactNode } from 'react';
import type { PaymentSettings } from '#shared/billing/payments.ts';
import { type LoadErrorProps, lazyPart } from '#web/ui/loading/lazy.tsx';
import { LoadErrorPanel } from '#web/ui/loading/load-error-panel.tsx';

const states = { loadError: (loadError: LoadErrorProps) => <LoadErrorPanel {...loadError} /> };
const StripeWallet = lazyPart(() => import('../stripe/stripe-wallet.tsx'), states);
const SandboxWallet = lazyPart(() => import('./sandbox-wallet.tsx'), states);

export interface WalletButtonProps {
  settings: PaymentSettings;
  /** What is paid now: cents, and never nothing. */
  amount: number;
  currency: string;
  /** A card would start a free trial, and the wallet does not. */
  skipsTrial: boolean;
  disabled: boolean;
  /** What has to be said of it before it is used, where there is a wallet. */
  note: ReactNode;
  /** Begins the purchase and answers the client secret of its payment; what it is rejected with goes to `onFailed`. */
  begin: () => Promise<string>;
  /** It is paid. */
  onPaid: () => void;
  /** With an `ApiError`, as `CardForm` has it; not where the person closed the wallet. */
  onFailed: (error: unknown) => void;
}

/** Pays by a wallet; nothing where this browser has none. A wallet brings its card, and the payment is made at once. */
export function WalletButton(props: WalletButtonProps) {
  const Face = props.settings.service === 'stripe' ? StripeWallet : SandboxWallet;
  return <Face {...props} />;
}
