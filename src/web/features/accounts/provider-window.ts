/**
 * Opens a small window over the middle of this one; null if the browser blocks it. It has no name: a game
 * that may open windows could own a window of that name, and would control it during the sign-in.
 */
export function openProviderWindow(path: string): Window | null {
  const [width, height] = [520, 680];
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 3);
  return window.open(path, '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`);
}
