import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type SignInProvider,
  type SignInPurpose,
  type SignInResult,
  signInChannel,
  signInProviders,
} from '#shared/accounts/sign-in.ts';
import { signInPath } from '../../paths.ts';
import { redirectTo, useRestoredFromCache } from './provider-redirect.ts';
import { openProviderWindow } from './provider-window.ts';
import { takeRedirectResult } from './redirect-result.ts';
import { useSession } from './session.ts';
import { signInErrorText } from './sign-in-errors.ts';

interface ProviderFlow {
  purpose: SignInPurpose;
  /** In a window also where the provider's own way is a redirect: this page must stay as it is. */
  inWindow?: boolean;
  /** Also where the way led by redirect, away from this page and back to it. What it waits for is a part of the way. */
  onSuccess: (provider: SignInProvider) => void | Promise<void>;
  /** @param text fit for the person; @param code the 'auth/…' code, where behaviour depends on it */
  onFailure: (text: string, code: string) => void;
}

const pollMilliseconds = 400;
/** A window closes right after it has spoken: a little patience, so that its word is heard first. */
const graceMilliseconds = 600;

/**
 * Sends somebody to a provider, to sign in, to add it to their account or to confirm that they are who they are:
 * in a window of its own or by redirect, as the provider's flow is. `busy` is the provider under way.
 */
export function useProviderFlow({ purpose, inWindow = false, onSuccess, onFailure }: ProviderFlow) {
  const [busy, setBusy] = useState<SignInProvider | null>(null);
  const popup = useRef<Window | null>(null);
  const asked = useRef<SignInProvider | null>(null);
  const waiting = useRef(false);
  const providers = useSession().data?.providers;

  const succeed = async (provider: SignInProvider) => {
    try {
      await onSuccess(provider);
    } finally {
      // Not before: a button pressed meanwhile would begin anew what is done.
      setBusy(null);
    }
  };
  const settle = (result: SignInResult) => {
    waiting.current = false;
    const { provider } = result;
    if (result.ok) return void succeed(provider);
    setBusy(null);
    const label = providers?.find(({ name }) => name === provider)?.label ?? signInProviders[provider].label;
    onFailure(signInErrorText({ ...result, label }), result.code);
  };
  const settleLater = useEffectEvent(settle);
  /** The timer may run between a window's word and the end of the effect that set it. */
  const giveUp = useEffectEvent((closed: SignInResult) => {
    if (waiting.current) settle(closed);
  });
  /** A window that only seems closed may still report; one that another page opened is not ours to hear. */
  const hear = useEffectEvent((result: SignInResult) => {
    if (result.purpose === purpose && result.provider === asked.current) settle(result);
  });

  useEffect(() => {
    const result = takeRedirectResult(purpose);
    if (result) settleLater(result);
  }, [purpose]);
  useEffect(() => {
    const channel = new BroadcastChannel(signInChannel);
    channel.onmessage = ({ data }: MessageEvent<SignInResult>) => hear(data);
    return () => channel.close();
  }, []);
  useEffect(() => {
    if (!busy || !popup.current) return;
    let grace: ReturnType<typeof setTimeout> | undefined;
    const poll = setInterval(() => {
      if (!popup.current?.closed) return;
      clearInterval(poll);
      const closed = { provider: busy, purpose, ok: false, code: 'auth/popup-closed-by-user' } as const;
      grace = setTimeout(() => giveUp(closed), graceMilliseconds);
    }, pollMilliseconds);
    return () => {
      clearInterval(poll);
      clearTimeout(grace);
    };
  }, [busy, purpose]);
  useRestoredFromCache(() => setBusy(null));

  /** Must run inside the click, or browsers block the window. */
  const start = (provider: SignInProvider, returnTo: string) => {
    const fail = (code: string) => settle({ provider, purpose, ok: false, code });
    asked.current = provider;
    waiting.current = true;
    popup.current = null;
    if (signInProviders[provider].flow === 'redirect' && !inWindow) {
      if (!redirectTo(signInPath(provider, { purpose, returnTo, popup: false })))
        return fail('auth/redirect-operation-pending');
    } else {
      popup.current = openProviderWindow(signInPath(provider, { purpose, returnTo, popup: true }));
      if (!popup.current) return fail('auth/popup-blocked');
    }
    setBusy(provider);
  };
  return { start, busy };
}
