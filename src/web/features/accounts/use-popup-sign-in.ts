import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SignInProvider } from '#shared/accounts.ts';
import { signInPath } from '../../paths.ts';

/** What the popup tells when it is done; the channel reaches this origin's pages only. */
interface PopupResult {
  ok?: boolean;
  error?: string;
  message?: string;
}

export interface SignInFailure {
  provider: SignInProvider;
  code: string;
  message?: string;
}

const channelName = 'flux-sign-in';
const pollMilliseconds = 400;
/** The popup closes right after it has spoken: a little patience, so that its word is heard first. */
const graceMilliseconds = 600;

interface Outcome {
  onSuccess: () => void;
  onFailure: (failure: SignInFailure) => void;
}

/**
 * Sign-in in a window of its own. It reports over a BroadcastChannel, because a provider's page may cut the
 * tie between the windows; for the same reason a window that only seems closed may still report success.
 */
export function usePopupSignIn({ onSuccess, onFailure }: Outcome) {
  const [provider, setProvider] = useState<SignInProvider | null>(null);
  const popup = useRef<Window | null>(null);
  const asked = useRef<SignInProvider>('github');

  const finish = useEffectEvent((result: PopupResult) => {
    setProvider(null);
    if (result.ok) onSuccess();
    else onFailure({ provider: asked.current, code: result.error ?? '', message: result.message });
  });
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<PopupResult>) => finish(data);
    return () => channel.close();
  }, []);
  useEffect(() => {
    if (!provider) return;
    let grace: ReturnType<typeof setTimeout> | undefined;
    const poll = setInterval(() => {
      if (!popup.current?.closed) return;
      clearInterval(poll);
      grace = setTimeout(() => finish({ error: 'auth/popup-closed-by-user' }), graceMilliseconds);
    }, pollMilliseconds);
    return () => {
      clearInterval(poll);
      clearTimeout(grace);
    };
  }, [provider]);

  /** Must run inside the click, or browsers block the window. */
  const start = (wanted: SignInProvider, returnTo: string) => {
    asked.current = wanted;
    popup.current = window.open(signInPath(wanted, { returnTo, popup: true }), channelName, features());
    if (popup.current) setProvider(wanted);
    else onFailure({ provider: wanted, code: 'auth/popup-blocked' });
  };
  return { provider, start };
}

function features(): string {
  const [width, height] = [520, 680];
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 3);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}
