import { framedParameter, type PlayerStage } from '#shared/themes.ts';
import { byId } from './elements.ts';
import type { Screen } from './screen.ts';

/** A page that takes longer than this to load is shown as far as it has come. */
const patienceMilliseconds = 4_000;

/**
 * Shows the creator's own page. Its address differs from this one's by the query alone, because Unity names the
 * folder of a game's saves after the rest.
 */
export function startFrame(stage: Extract<PlayerStage, { kind: 'frame' }>, screen: Screen): void {
  const frame = byId<HTMLIFrameElement>('flux-frame');
  const address = new URL(location.href);
  if (!address.searchParams.has('v')) address.searchParams.set('v', stage.versionId);
  address.searchParams.set(framedParameter, '1');
  const show = () => screen.started();
  frame.addEventListener('load', () => {
    show();
    frame.contentWindow?.focus();
  });
  setTimeout(show, patienceMilliseconds);
  screen.waiting('Loading');
  frame.src = address.href;
}
