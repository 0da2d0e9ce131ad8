import { onTestFinished, vi } from 'vitest';
import { type SignInResult, signInChannel } from '#shared/accounts/sign-in.ts';
import { accountChannel, type TabMessage } from '../features/accounts/end-session.ts';

function post(name: string, message: unknown): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}

/** The message of another tab about its account. */
export const sendAccountMessage = (notice: TabMessage) => post(accountChannel, notice);

/** The message that the last page of a sign-in sends to every page of the browser. */
export const reportSignIn = (result: SignInResult) => post(signInChannel, result);

/** The windows that the page opens. None of them loads anything. */
export function fakeWindows(): { closed: boolean }[] {
  const opened: { closed: boolean }[] = [];
  const open = vi.spyOn(window, 'open').mockImplementation(() => {
    const popup = { closed: false };
    opened.push(popup);
    return popup as Window;
  });
  onTestFinished(() => open.mockRestore());
  return opened;
}
