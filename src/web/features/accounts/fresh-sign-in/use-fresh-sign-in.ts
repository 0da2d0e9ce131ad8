import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SignInProvider } from '#shared/accounts/sign-in.ts';
import { messageOf } from '#web/api.ts';
import { paths } from '#web/paths.ts';
import { toast } from '#web/ui/loading/toast.tsx';
import { useCheckFreshSignIn } from '../own-data/use-own-data.ts';
import { useProviderFlow } from '../use-provider-flow.ts';

/** The name of what calls for a fresh sign-in, in the address that a redirect comes back to. */
const parameter = 'then';

/**
 * Does something for which somebody must have signed in just now: at once where they have, else after they confirmed,
 * by a window or by a redirect away from this page and back. The address only remembers what was begun; without a
 * confirmation that arrives, it does nothing.
 * @param proceed goes on with what `require` was called for
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
    /** Null, or what waits for a confirmation. */
    waiting: wanted,
    error,
    busy: flow.busy,
    cancel: forget,
    /** Asks for a confirmation, whatever was known before. */
    confirm: (what: string) => {
      setError(null);
      setWanted(what);
    },
    /** Null, or for what the server is being asked whether the sign-in is fresh. */
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
