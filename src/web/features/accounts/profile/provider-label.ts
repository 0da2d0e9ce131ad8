import type { Session } from '#shared/accounts/accounts.ts';
import { type SignInProvider, signInProviderNames, signInProviders } from '#shared/accounts/sign-in.ts';
import { texts } from '#web/i18n/en/accounts/profile.ts';

/** The provider of an id as 'google.com'; null if Flux does not know it. */
export function providerOf(id: string): SignInProvider | null {
  return signInProviderNames.find((name) => signInProviders[name].id === id) ?? null;
}

/** The provider's display name: the operator's label, or the common name. */
export function providerLabel(id: string, offered: Session['providers']): string {
  const name = providerOf(id);
  if (name === null) return texts.unknown;
  const label = offered.find((provider) => provider.name === name)?.label ?? signInProviders[name].label;
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}
