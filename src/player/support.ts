import type { PlayerPage } from '#shared/themes.ts';

/** A sentence that says what the browser lacks and what to do; null where it has everything. */
export function whatIsMissing(needs: PlayerPage['needs']): string | null {
  if (needs.webAssembly && typeof WebAssembly !== 'object')
    return 'It needs WebAssembly, which this browser does not have or has switched off. Please open it in a current version of Chrome, Edge, Firefox or Safari.';
  if (needs.webGl && !hasWebGl())
    return 'It needs WebGL, which this browser does not have or has switched off. Please switch on hardware acceleration in the browser’s settings, or open the game in a current version of Chrome, Edge, Firefox or Safari.';
  if (needs.threads && !window.crossOriginIsolated)
    return window.parent === window
      ? 'It runs on several threads at once, which this browser does not allow here. Please open it in a current version of Chrome or Edge.'
      : 'It runs on several threads at once, which this browser does not allow here. Please open it in a tab of its own, or in a current version of Chrome or Edge.';
  return null;
}

function hasWebGl(): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
  // Browsers keep few contexts at a time, and the game wants one.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
