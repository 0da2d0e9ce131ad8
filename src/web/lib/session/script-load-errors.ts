/** Errors of scripts that failed to load. Vite reports them, because browsers use different messages. */
const loadErrors = new WeakSet<Error>();

if (typeof window !== 'undefined') {
  window.addEventListener('vite:preloadError', ({ payload }) => void loadErrors.add(payload));
}

export function isScriptLoadError(thrown: unknown): boolean {
  return thrown instanceof Error && loadErrors.has(thrown);
}
