/** What was thrown because a script of the page did not come: Vite tells of it, whatever a browser calls it. */
const known = new WeakSet<Error>();

if (typeof window !== 'undefined') {
  window.addEventListener('vite:preloadError', ({ payload }) => void known.add(payload));
}

export function isMissingScript(thrown: unknown): boolean {
  return thrown instanceof Error && known.has(thrown);
}
