import { type FullscreenNotice, playPageFrameName } from '#shared/apps/themes.ts';

/**
 * Lets a button put the stage on the whole screen. It goes where the browser cannot do that, and on the play page, whose
 * own below the frame does the same: two of a name on one screen would leave open what sets them apart.
 */
export function enableFullscreen(stage: HTMLElement, button: HTMLButtonElement): void {
  const isInPlayPage = window.parent !== window && window.name === playPageFrameName;
  if (isInPlayPage) followFullscreenState();
  if (isInPlayPage || !document.fullscreenEnabled) {
    button.hidden = true;
    return;
  }
  button.addEventListener('click', async () => {
    await stage.requestFullscreen({ navigationUI: 'hide' }).catch(() => {});
    stage.querySelector<HTMLElement>('canvas, iframe')?.focus();
  });
}

/** Whoever frames this page decides what it fills: it does not matter who they are. */
function followFullscreenState(): void {
  addEventListener('message', (event: MessageEvent<Partial<FullscreenNotice> | null>) => {
    if (event.source !== window.parent || event.data?.kind !== 'flux:fullscreen') return;
    // A game may hear messages here, too, and would make what it can of this one.
    event.stopImmediatePropagation();
    document.documentElement.toggleAttribute('data-fills-screen', event.data.isFullscreen === true);
  });
}
