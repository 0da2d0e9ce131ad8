import type { PlayerData } from '#shared/apps/themes.ts';

/** The same sentence as on the play page. */
export const noOwnOriginSentence =
  'It uses threads, so it needs its own address. This server does not give each game its own address.';

/** Why a game cannot be played: a heading, and a sentence that says what the player can do, if anything. */
interface MissingRequirement {
  title: string;
  sentence: string;
}

/** The missing requirement of a game; null if none. */
export function missingRequirement({
  needs,
  isolation,
}: Pick<PlayerData, 'needs' | 'isolation'>): MissingRequirement | null {
  // A browser that isolates the page nevertheless, as Chrome does on secure connections, may try: Unity
  // creates some workers itself. No message suggests it, because it cannot load workers from a file.
  if (needs.threads && isolation === 'sandbox' && !window.crossOriginIsolated)
    return { title: 'This game cannot run here', sentence: noOwnOriginSentence };
  const sentence = missingBrowserFeature(needs);
  return sentence === null ? null : { title: 'This browser cannot run this game', sentence };
}

function missingBrowserFeature(needs: PlayerData['needs']): string | null {
  if (needs.webAssembly && typeof WebAssembly !== 'object')
    return 'It needs WebAssembly, which this browser does not support or has disabled. Please open it in a current version of Chrome, Edge, Firefox or Safari.';
  if (needs.webGl && !hasWebGl())
    return 'It needs WebGL, which this browser does not support or has disabled. Please switch on hardware acceleration in the browser’s settings, or open the game in a current version of Chrome, Edge, Firefox or Safari.';
  if (needs.threads && !window.crossOriginIsolated)
    return window.parent === window
      ? 'It uses threads, which this browser does not allow here. Please open it in a current version of Chrome or Edge.'
      : 'It uses threads, which this browser does not allow here. Please open it in its own tab, or in a current version of Chrome or Edge.';
  return null;
}

function hasWebGl(): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
  // Browsers keep few contexts at a time, and the game needs one.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
