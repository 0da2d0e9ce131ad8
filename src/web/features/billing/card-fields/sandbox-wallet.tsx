import type { WalletButtonProps } from './wallet-button.tsx';

export default function SandboxWallet(_props: WalletButtonProps) {
  return null;
}
