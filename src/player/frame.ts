import { framedParameter, frameName, type PlayerStage } from '#shared/themes.ts';
import { byId } from './elements.ts';
import { giveKeyboardTo } from './focus.ts';
import type { Screen } from './screen.ts';

/** A page that takes longer than this to load is shown as far as it has come. */
const patienceMilliseconds = 4_000;

type FrameStage = Extract<PlayerStage, { kind: 'frame' }>;

/**
 * Shows the creator's own page. Where it is in a page like this already, because the creator's has led its frame to the
 * root, that frame is led on to the creator's page.
 */
export function startFrame(stage: FrameStage, screen: Screen): void {
  if (window.parent !== window && window.name === frameName) {
    location.replace(framedAddress(stage));
    return;
  }
  const frame = byId<HTMLIFrameElement>('flux-frame');
  const show = () => screen.started();
  frame.addEventListener('load', () => {
    show();
    giveKeyboardTo(frame);
  });
  setTimeout(show, patienceMilliseconds);
  screen.waiting('Loading');
  frame.src = framedAddress(stage);
}

/** It differs from this page's by the query alone, because Unity names the folder of a game's saves after the rest. */
function framedAddress({ versionId }: FrameStage): string {
  const address = new URL(location.href);
  if (!address.searchParams.has('v')) address.searchParams.set('v', versionId);
  address.searchParams.set(framedParameter, '1');
  return address.href;
}
