/** Lets a button put the stage on the whole screen; where the browser cannot do that, the button goes. */
export function enableFullscreen(stage: HTMLElement, button: HTMLButtonElement): void {
  if (!document.fullscreenEnabled) {
    button.hidden = true;
    return;
  }
  button.addEventListener('click', async () => {
    await stage.requestFullscreen({ navigationUI: 'hide' }).catch(() => {});
    stage.querySelector<HTMLElement>('canvas, iframe')?.focus();
  });
}
