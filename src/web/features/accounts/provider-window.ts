import { signInChannel } from '#shared/accounts.ts';

/** Opens a small window over the middle of this one; null where the browser blocks it. */
export function openProviderWindow(path: string): Window | null {
  const [width, height] = [520, 680];
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 3);
  return window.open(path, signInChannel, `popup,width=${width},height=${height},left=${left},top=${top}`);
}
