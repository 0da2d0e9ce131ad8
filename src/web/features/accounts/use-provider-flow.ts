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
  /** In a window even if the provider's default is a redirect: this page must stay. */
  inWindow?: boolean;
  /** Also after a redirect and back. It is busy until this has finished. */
  onSuccess: (provider: SignInProvider) => void | Promise<void>;
  /**
   * @param text for the user;
   * @param code the 'auth/…' code, if behaviour depends on it
   */
  onFailure: (text: string, code: string) => void;
}

const pollMilliseconds = 400;
/** A window closes right after its message. This delay lets the message arrive first. */
const graceMilliseconds = 600;

/**
 * Starts a provider's flow, to sign in, to add it to the account or to confirm the identity: by window or by
 * redirect, as the provider requires. `busy` is the active provider.
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
      // Not earlier: a button pressed meanwhile would start the flow again.
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
  /** The timer may run between a window's message and the end of the effect that set it. */
  const giveUp = useEffectEvent((closed: SignInResult) => {
    if (waiting.current) settle(closed);
  });
  /** A window that only appears closed may still report. Windows opened by other pages are ignored. */
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
