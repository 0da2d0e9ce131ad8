import type { PlayerLaunch } from '#shared/apps/themes.ts';
import { absolute, byId, loadScript } from './elements.ts';
import { focusGame } from './focus.ts';
import type { Screen } from './screen.ts';

interface UnityLoader {
  Error?: { handler?: (error: unknown) => void };
  instantiate(
    container: string,
    config: string,
    parameters: {
      onProgress(instance: unknown, value: number): void;
      compatibilityCheck(instance: unknown, accept: () => void): void;
    },
  ): unknown;
}

/**
 * Starts a build of Unity 5.6 to 2019.
 * @throws if its loader fails immediately
 */
export async function startLoader(
  stage: Extract<PlayerLaunch, { kind: 'loader' }>,
  screen: Screen,
): Promise<void> {
  screen.progress(0);
  await loadScript(absolute(stage.loader));
  const { UnityLoader: loader } = window as { UnityLoader?: UnityLoader };
  if (!loader) throw new Error(`${stage.loader} is not one of Unity's loaders`);
  if (loader.Error) loader.Error.handler = (error) => screen.fail(messageOf(error));
  const instance = loader.instantiate('unity-container', stage.config, {
    onProgress: (_instance, value) => {
      screen.progress(value);
      if (value < 1) return;
      screen.started();
      const canvas = byId('unity-container').querySelector('canvas');
      if (canvas) focusGame(makeFocusable(canvas));
    },
    // The loader's own check refuses every phone with a dialog. Requirements were checked before.
    compatibilityCheck: (_instance, accept) => accept(),
  });
  // The name in stock pages of 2018 and 2019. Plugins of the game send messages to the instance under it.
  Object.assign(window, { gameInstance: instance, unityInstance: instance });
}

/**
 * Makes the canvas focusable, like the canvas of later builds in the page. This loader creates a canvas that
 * cannot get the focus.
 */
function makeFocusable(canvas: HTMLCanvasElement): HTMLCanvasElement {
  canvas.tabIndex = -1;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', document.title);
  return canvas;
}

/** The handler gets an error event, an error, or a string. */
function messageOf(error: unknown): unknown {
  return error instanceof ErrorEvent ? (error.error ?? error.message) : error;
}
