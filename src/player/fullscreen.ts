import { type FullscreenNotice, playPageFrameName } from '#shared/apps/themes.ts';

/**
 * Adds a button for fullscreen. It is removed if the browser has no fullscreen, and on the play page, whose
 * own button below the frame does the same: two equal buttons on one screen would be confusing.
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

/** The page around this frame decides what it fills, so any sender is accepted. */
function followFullscreenState(): void {
  addEventListener('message', (event: MessageEvent<Partial<FullscreenNotice> | null>) => {
    if (event.source !== window.parent || event.data?.kind !== 'flux:fullscreen') return;
    // A game receives messages here too and could misread this one.
    event.stopImmediatePropagation();
    document.documentElement.toggleAttribute('data-fills-screen', event.data.isFullscreen === true);
  });
}
