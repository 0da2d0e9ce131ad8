/** localStorage that never throws: private windows and full disks make it read as empty. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // What cannot be remembered is forgotten when the tab closes; nothing else depends on it.
  }
}

/** What is the browser's own, whoever uses it, and what somebody chose on their way to signing in. */
const ofTheBrowser = new Set(['theme', 'viewMode', 'shortcuts', 'flux-wanted-plan']);

/** Removes everything else, by whichever part of the site it was written. */
export function forgetStored(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (!ofTheBrowser.has(key)) storage.removeItem(key);
  } catch {
    // Where nothing can be read, nothing was kept.
  }
}
