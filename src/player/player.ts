import type { PlayerData } from '#shared/apps/themes.ts';
import { byId } from './elements.ts';
import { startFrame } from './frame.ts';
import { enableFullscreen } from './fullscreen.ts';
import { startInstance } from './instance.ts';
import { reserveControlKeys } from './keys.ts';
import { startLoader } from './loader.ts';
import { answerPictureRequests } from './picture.ts';
import { Screen } from './screen.ts';
import { missingRequirement } from './support.ts';
import { watchLoading } from './watch.ts';

// Before Unity's own listeners, which would capture the keys of a focused button.
reserveControlKeys();

const data = document.getElementById('flux-page');
if (data) start(JSON.parse(data.textContent ?? ''));

function start(page: PlayerData): void {
  const { stage, parts, fluxOrigin } = page;
  answerPictureRequests(fluxOrigin);
  const screen = new Screen(parts);
  enableFullscreen(byId('flux-stage'), byId<HTMLButtonElement>('flux-fullscreen'));
  if (stage.kind === 'frame') {
    startFrame(stage, screen);
    return;
  }
  const missing = missingRequirement(page);
  if (missing !== null) {
    screen.unsupported(missing);
    return;
  }
  screen.onStarted = watchLoading(parts, screen.downloads, (failure) => screen.fail(failure));
  const starting = stage.kind === 'instance' ? startInstance(stage, screen) : startLoader(stage, screen);
  starting.catch((error: unknown) => screen.fail(error));
}
