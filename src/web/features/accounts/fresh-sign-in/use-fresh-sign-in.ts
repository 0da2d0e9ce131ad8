import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SignInProvider } from '#shared/accounts/sign-in.ts';
import { messageOf } from '#web/api.ts';
import { paths } from '#web/paths.ts';
import { toast } from '#web/ui/loading/toast.tsx';
import { useCheckFreshSignIn } from '../own-data/use-own-data.ts';
import { useProviderFlow } from '../use-provider-flow.ts';

/** The query parameter with the pending action, in the address that a redirect returns to. */
const parameter = 'then';

/**
 * Runs an action that needs a fresh sign-in: immediately if it is fresh, otherwise after a confirmation by
 * window or redirect. The address only stores the pending action, and does nothing without a confirmation.
 * @param proceed runs the action that `require` was called with
 */
export function useFreshSignIn(proceed: (wanted: string) => void) {
  const [search, setSearch] = useSearchParams();
  const [wanted, setWanted] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [asking, setAsking] = useState<string | null>(null);
  const askFreshness = useCheckFreshSignIn();

  const begun = () => wanted ?? search.get(parameter);
  const forget = () => {
    setWanted(null);
    setError(null);
    if (!search.has(parameter)) return;
    const rest = new URLSearchParams(search);
    rest.delete(parameter);
    setSearch(rest, { replace: true });
  };
  const flow = useProviderFlow({
    purpose: 'confirm',
    onSuccess: () => {
      const goOn = begun();
      forget();
      if (goOn !== null) proceed(goOn);
    },
    onFailure: (text) => {
      setWanted(begun());
      setError(text);
    },
  });

  return {
    /** The action that waits for a confirmation, or null. */
    waiting: wanted,
    error,
    busy: flow.busy,
    cancel: forget,
    /** Asks for a confirmation, whatever the state was before. */
    confirm: (what: string) => {
      setError(null);
      setWanted(what);
    },
    /** The action whose freshness is being checked on the server, or null. */
    asking,
    require: async (what: string) => {
      setAsking(what);
      try {
        if (await askFreshness()) return proceed(what);
        setWanted(what);
      } catch (failure) {
        toast(messageOf(failure), { failed: true });
      } finally {
        setAsking(null);
      }
    },
    choose: (provider: SignInProvider) => {
      setError(null);
      flow.start(provider, `${paths.profile()}?${new URLSearchParams({ [parameter]: wanted ?? '' })}`);
    },
  };
}
