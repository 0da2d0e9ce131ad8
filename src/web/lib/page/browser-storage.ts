/** localStorage that never throws: in private windows and on full disks it reads as empty. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the value. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage the value is lost when the tab closes; nothing else depends on it.
  }
}

/** Values of the browser, for every account, and a choice made before signing in. */
const ofTheBrowser = new Set(['theme', 'viewMode', 'shortcuts', 'flux-wanted-plan']);

/** Removes all other values, of any part of the site. */
export function forgetStored(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (!ofTheBrowser.has(key)) storage.removeItem(key);
  } catch {
    // If nothing can be read, nothing was stored.
  }
}
