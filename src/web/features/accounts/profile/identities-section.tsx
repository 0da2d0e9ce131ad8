import { KeyRound, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import type { Identity, Session } from '#shared/accounts/accounts.ts';
import { texts } from '#web/i18n/en/accounts/profile.ts';
import { format } from '#web/i18n/format.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { paths } from '#web/paths.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import { Section } from '#web/ui/layout/section.tsx';
import { Loaded } from '#web/ui/loading/loaded.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { ProviderIcon } from '../provider-icon.tsx';
import { useProviderFlow } from '../use-provider-flow.ts';
import { providerLabel, providerOf } from './provider-label.ts';
import { Row, RowSkeleton, Rows } from './rows.tsx';
import { useIdentities, useRefreshIdentities } from './use-profile.ts';

interface IdentitiesSectionProps {
  session: Session;
  onRemove: (identity: Identity) => void;
  /** Adding was requested, and the last sign-in is too old for it. */
  onStale: () => void;
}

export function IdentitiesSection({ session, onRemove, onStale }: IdentitiesSectionProps) {
  const identities = useIdentities();
  const [asking, setAsking] = useState<Identity | null>(null);
  const labelOf = ({ provider }: Identity) => providerLabel(provider, session.providers);
  return (
    <Section title={texts.signInMethods} text={texts.eachSignsYouIn}>
      <Loaded
        query={identities}
        loading={texts.loadingYourSignInMethods}
        failed={texts.failedToLoadYourSignInMethods}
        waiting={<IdentitiesSkeleton session={session} />}
      >
        {(list) => (
          <>
            <Rows>
              {list.map((identity) => (
                <IdentityRow
                  key={identity.id}
                  identity={identity}
                  label={labelOf(identity)}
                  isLast={list.length === 1}
                  onRemove={() => setAsking(identity)}
                />
              ))}
            </Rows>
            <AddIdentity
              offered={session.providers.filter(
                ({ name }) => !list.some(({ provider }) => providerOf(provider) === name),
              )}
              providers={session.providers}
              onStale={onStale}
            />
          </>
        )}
      </Loaded>
      <ConfirmDialog
        open={asking !== null}
        title={format(texts.removeWhich, { which: asking ? labelOf(asking) : '' })}
        confirmLabel={texts.remove}
        cancelLabel={texts.cancel}
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          if (asking) onRemove(asking);
          setAsking(null);
        }}
      >
        {texts.youCanNoLongerSignInWith}
      </ConfirmDialog>
    </Section>
  );
}

/** The account's sign-in methods, and below them the available ones. */
function IdentitiesSkeleton({ session: { user, providers } }: { session: Session }) {
  return (
    <>
      <RowSkeleton />
      <div className={addClasses}>
        {providers
          .filter(({ name }) => name !== providerOf(user?.provider ?? ''))
          .map(({ name, label }) => (
            <Button key={name} disabled>
              <ProviderIcon provider={name} />
              {format(texts.addLabel, { label })}
            </Button>
          ))}
      </div>
    </>
  );
}

interface IdentityRowProps {
  identity: Identity;
  label: string;
  isLast: boolean;
  onRemove: () => void;
}

function IdentityRow({ identity, label, isLast, onRemove }: IdentityRowProps) {
  const name = providerOf(identity.provider);
  return (
    <Row
      icon={name ? <ProviderIcon provider={name} /> : <KeyRound strokeWidth={1.75} aria-hidden="true" />}
      title={label}
      detail={
        <>
          {identity.email && <bdi>{identity.email}</bdi>}
          {identity.email && ' · '}
          <span className="inline-block">
            {format(texts.addedCreatedat, { createdAt: formatDate(identity.createdAt) })}
          </span>
        </>
      }
      action={
        isLast ? (
          <span className="text-13 text-muted">{texts.yourOnlyMethod}</span>
        ) : (
          <Button onClick={onRemove} aria-label={format(texts.removeLabel, { label })}>
            {texts.remove}
          </Button>
        )
      }
    />
  );
}

const addClasses = 'mt-4 flex flex-wrap gap-3 empty:hidden';

interface AddIdentityProps {
  offered: Session['providers'];
  providers: Session['providers'];
  onStale: () => void;
}

/** Stays mounted while nothing can be added, so that a returning redirect finds it. */
function AddIdentity({ offered, providers, onStale }: AddIdentityProps) {
  const [error, setError] = useState<string | null>(null);
  const refresh = useRefreshIdentities();
  const { start, busy } = useProviderFlow({
    purpose: 'link',
    onSuccess: (name) => {
      setError(null);
      const label = providers.find((provider) => provider.name === name)?.label ?? name;
      toast(format(texts.labelWasAddedYouCanNowSignInWith, { label }));
      void refresh();
    },
    onFailure: (text, code) => (code === 'auth/requires-recent-login' ? onStale() : setError(text)),
  });
  return (
    <>
      {error && (
        <Panel tone="danger" role="alert" className="mt-4">
          {error}
        </Panel>
      )}
      {offered.length > 0 && (
        <div className={addClasses}>
          {offered.map(({ name, label }) => (
            <Button
              key={name}
              disabled={busy !== null}
              onClick={() => {
                setError(null);
                start(name, paths.profile());
              }}
            >
              {busy === name ? (
                <LoaderCircle aria-hidden="true" className="animate-spin" />
              ) : (
                <ProviderIcon provider={name} />
              )}
              {format(texts.addLabel, { label })}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
