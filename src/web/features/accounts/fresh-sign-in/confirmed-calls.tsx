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
 * Below it, a call that the server refuses for want of a fresh sign-in waits for one, and is made again. The sign-in
 * takes place in a window, so that an open dialog and what was typed into it stay.
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
