import type { ReactNode } from 'react';
import type { PaymentSettings } from '#shared/billing/payments.ts';
import { type LoadErrorProps, lazyPart } from '#web/ui/loading/lazy.tsx';
import { LoadErrorPanel } from '#web/ui/loading/load-error-panel.tsx';

const states = { loadError: (loadError: LoadErrorProps) => <LoadErrorPanel {...loadError} /> };
const StripeWallet = lazyPart(() => import('../stripe/stripe-wallet.tsx'), states);
const SandboxWallet = lazyPart(() => import('./sandbox-wallet.tsx'), states);

export interface WalletButtonProps {
  settings: PaymentSettings;
  /** The amount due now, in cents; never zero. */
  amount: number;
  currency: string;
  /** A card would start a free trial, and the wallet does not. */
  skipsTrial: boolean;
  disabled: boolean;
  /** A note that is shown before the wallet, if there is a wallet. */
  note: ReactNode;
  /** Starts the purchase and returns the client secret of its payment. A rejection is passed to `onFailed`. */
  begin: () => Promise<string>;
  /** The payment has succeeded. */
  onPaid: () => void;
  /** With an `ApiError`, as in `CardForm`; not called if the user closed the wallet. */
  onFailed: (error: unknown) => void;
}

/** Pays by a wallet; renders nothing if this browser has none. A wallet contains its card, and pays immediately. */
export function WalletButton(props: WalletButtonProps) {
  const Face = props.settings.service === 'stripe' ? StripeWallet : SandboxWallet;
  return <Face {...props} />;
}
