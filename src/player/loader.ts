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

/** Starts a build of Unity 5.6 to 2019. @throws where its loader does not even begin */
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
    // The loader's own check refuses every phone with a dialog; what is needed was looked at before.
    compatibilityCheck: (_instance, accept) => accept(),
  });
  // What the stock pages call it, 2018 and 2019; plugins of the game send their messages to it by this name.
  Object.assign(window, { gameInstance: instance, unityInstance: instance });
}

/** As the canvas of later builds, which stands in the page: its own loader makes one that nothing can give the focus to. */
function makeFocusable(canvas: HTMLCanvasElement): HTMLCanvasElement {
  canvas.tabIndex = -1;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', document.title);
  return canvas;
}

/** The handler is given an error event, an error, or a text. */
function messageOf(error: unknown): unknown {
  return error instanceof ErrorEvent ? (error.error ?? error.message) : error;
}
