import { LoaderCircle } from 'lucide-react';
import type { Session } from '#shared/accounts/accounts.ts';
import type { SignInProvider } from '#shared/accounts/sign-in.ts';
import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/accounts/fresh-sign-in.ts';
import { format } from '#web/i18n/format.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { providerOf } from '../profile/provider-label.ts';
import { useIdentities } from '../profile/use-profile.ts';
import { ProviderIcon } from '../provider-icon.tsx';

interface ConfirmIdentityProps {
  session: Session;
  error: string | null;
  busy: SignInProvider | null;
  onChoose: (provider: SignInProvider) => void;
  onClose: () => void;
}

/** Asks for a fresh sign-in by one of the account's own methods. */
export function ConfirmIdentity({ session, error, busy, onChoose, onClose }: ConfirmIdentityProps) {
  const identities = useIdentities();
  const own = session.providers.filter(({ name }) =>
    identities.data?.some(({ provider }) => providerOf(provider) === name),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.confirmThatItIsYou}
      description={texts.thisNeedsASignInWithinTheLastTen}
    >
      {(error ?? identities.error) && (
        <Panel tone="danger" role="alert" className="mt-5">
          {error ?? messageOf(identities.error)}
        </Panel>
      )}
      <div className="mt-5 grid gap-2.5">
        {identities.isPending && <Skeleton className="h-12 md:h-11" />}
        {own.map(({ name, label }) => (
          <Button
            key={name}
            size="large"
            className="w-full"
            disabled={busy !== null}
            onClick={() => onChoose(name)}
          >
            {busy === name ? (
              <LoaderCircle aria-hidden="true" className="animate-spin" />
            ) : (
              <ProviderIcon provider={name} />
            )}
            <span className="truncate">{format(texts.continueWithLabel, { label })}</span>
          </Button>
        ))}
        {identities.data && own.length === 0 && (
          <p className="text-muted">{texts.noSignInMethodIsSupported}</p>
        )}
      </div>
    </Dialog>
  );
}
