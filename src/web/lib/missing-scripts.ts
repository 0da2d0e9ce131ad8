/** What was thrown because a script of the page did not come: Vite tells of it, whatever a browser calls it. */
const loadErrors = new WeakSet<Error>();

if (typeof window !== 'undefined') {
  window.addEventListener('vite:preloadError', ({ payload }) => void loadErrors.add(payload));
}

export function isScriptLoadError(thrown: unknown): boolean {
  return thrown instanceof Error && loadErrors.has(thrown);
}
