import type { WalletButtonProps } from './wallet-button.tsx';

export default function StripeWallet(_props: WalletButtonProps) {
  return null;
}
