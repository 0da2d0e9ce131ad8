import { onTestFinished, vi } from 'vitest';
import { type SignInResult, signInChannel } from '#shared/accounts/sign-in.ts';
import { accountChannel, type TabMessage } from '../features/accounts/end-session.ts';

function post(name: string, message: unknown): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}

/** As another tab of this browser tells of its account. */
export const tellOfAccount = (notice: TabMessage) => post(accountChannel, notice);

/** As the last page of a sign-in tells every page of the browser. */
export const reportSignIn = (result: SignInResult) => post(signInChannel, result);

/** The windows that the page opens, none of which leads anywhere. */
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
