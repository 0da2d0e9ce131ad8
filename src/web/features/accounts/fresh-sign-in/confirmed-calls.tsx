import { type ReactNode, useState } from 'react';
import type { Session } from '#shared/accounts/accounts.ts';
import { ApiError } from '#web/api.ts';
import { type ConfirmedCall, ConfirmedCallContext } from '#web/lib/session/confirmed-call.ts';
import { paths } from '#web/paths.ts';
import { useProviderFlow } from '../use-provider-flow.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';

interface Refused {
  again: () => void;
  giveUp: () => void;
}

interface ConfirmedCallsProps {
  session: Session;
  children: ReactNode;
}

/**
 * Calls below this component that need a fresh sign-in wait for one and are sent again. The sign-in uses a
 * window, so that an open dialog keeps its input.
 */
export function ConfirmedCalls({ session, children }: ConfirmedCallsProps) {
  const [refused, setRefused] = useState<Refused[]>([]);
  const [error, setError] = useState<string | null>(null);
  const flow = useProviderFlow({
    purpose: 'confirm',
    inWindow: true,
    onSuccess: () => {
      setRefused([]);
      for (const { again } of refused) again();
    },
    onFailure: setError,
  });
  const confirmed: ConfirmedCall = async (make) => {
    try {
      return await make();
    } catch (refusal) {
      if (!(refusal instanceof ApiError && refusal.code === 'fresh_sign_in_required')) throw refusal;
      setError(null);
      await new Promise<void>((again, reject) =>
        setRefused((others) => [...others, { again, giveUp: () => reject(refusal) }]),
      );
      return confirmed(make);
    }
  };
  return (
    <ConfirmedCallContext value={confirmed}>
      {children}
      {refused.length > 0 && (
        <ConfirmIdentity
          session={session}
          error={error}
          busy={flow.busy}
          onChoose={(provider) => {
            setError(null);
            flow.start(provider, paths.home());
          }}
          onClose={() => {
            setRefused([]);
            for (const { giveUp } of refused) giveUp();
          }}
        />
      )}
    </ConfirmedCallContext>
  );
}
