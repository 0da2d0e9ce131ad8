import { frameName, type PlayerLaunch } from '#shared/apps/themes.ts';
import { createFeatureCheck, frameAllow } from '#shared/play/game-features.ts';
import { gameParameters, hasParameter, withFramed } from '#shared/play/game-query.ts';
import { byId } from './elements.ts';
import { FrameFit } from './fit-frame.ts';
import { focusGame } from './focus.ts';
import type { Screen } from './screen.ts';

/** A page that takes longer than this to load is shown in its current state. */
const patienceMilliseconds = 4_000;

type FrameStage = Extract<PlayerLaunch, { kind: 'frame' }>;

/**
 * Shows the creator's own page. If this page is already framed by such a page, because the creator's page
 * navigated its frame to the root, the frame navigates to the creator's page instead.
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
    focusGame(frame);
  });
  new FrameFit(byId('flux-stage'), frame, stage.pageSize).start();
  setTimeout(show, patienceMilliseconds);
  screen.waiting('Loading');
  // The attribute applies to documents that are loaded after it is set.
  frame.allow = frameAllow(stage.devices, createFeatureCheck(document));
  frame.src = framedAddress(stage);
}

/**
 * It differs from this page's address only in the query, because Unity names the folder of a game's saves
 * after the rest. The query is edited as text: `URLSearchParams` would re-encode the game's own parameters.
 */
function framedAddress({ versionId }: FrameStage): string {
  const address = new URL(location.href);
  const { pageVersion } = gameParameters;
  const query = address.search.slice(1);
  const bound = hasParameter(query, pageVersion) ? query : withPageVersion(versionId, query);
  address.search = withFramed(bound);
  return address.href;
}

function withPageVersion(versionId: string, query: string): string {
  return `${gameParameters.pageVersion}=${versionId}${query === '' ? '' : `&${query}`}`;
}
