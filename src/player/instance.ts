import type { PlayerLaunch } from '#shared/apps/themes.ts';
import { absolute, byId, loadScript } from './elements.ts';
import { focusGame } from './focus.ts';
import type { Screen } from './screen.ts';

type CreateUnityInstance = (
  canvas: HTMLCanvasElement,
  config: Record<string, unknown>,
  onProgress: (progress: number) => void,
) => Promise<unknown>;

/**
 * Starts a build of Unity 2020.1 or later.
 * @throws the rejection of its loader
 */
export async function startInstance(
  stage: Extract<PlayerLaunch, { kind: 'instance' }>,
  screen: Screen,
): Promise<void> {
  screen.progress(0);
  await loadScript(absolute(stage.loader));
  const { createUnityInstance: create } = window as { createUnityInstance?: CreateUnityInstance };
  if (!create) throw new Error(`${stage.loader} is not one of Unity's loaders`);
  const canvas = byId<HTMLCanvasElement>('unity-canvas');
  const urls: Record<string, string> = {};
  for (const key of stage.urls) urls[key] = absolute(stage.config[key] ?? '');
  const config = {
    ...stage.config,
    ...urls,
    ...stage.options,
    ...(stage.phonePixelRatio !== null && isPhone() ? { devicePixelRatio: stage.phonePixelRatio } : {}),
    showBanner: (text: string, type?: string) => screen.banner(text, type),
  };
  const unityInstance = await create(canvas, config, (value) => screen.progress(value));
  // Plugins of the game send messages to the instance under this name. Adapted stock pages set it too.
  Object.assign(window, { unityInstance });
  screen.started();
  focusGame(canvas);
}

/** The same check as on Unity's own pages. */
function isPhone(): boolean {
  return /iPhone|iPad|iPod|Android/i.test(navigator.userAgent);
}
