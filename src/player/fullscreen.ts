import { theatreName } from '#shared/themes.ts';

/**
 * Lets a button put the stage on the whole screen. It goes where the browser cannot do that, and on the play page, whose
 * own below the frame does the same: two of a name on one screen would leave open what sets them apart.
 */
export function enableFullscreen(stage: HTMLElement, button: HTMLButtonElement): void {
  const isInTheatre = window.parent !== window && window.name === theatreName;
  document.documentElement.toggleAttribute('data-in-theatre', isInTheatre);
  if (isInTheatre || !document.fullscreenEnabled) {
    button.hidden = true;
    return;
  }
  button.addEventListener('click', async () => {
    await stage.requestFullscreen({ navigationUI: 'hide' }).catch(() => {});
    stage.querySelector<HTMLElement>('canvas, iframe')?.focus();
  });
}
