import { makePage, type PageFacts } from '../src/server/delivery/pages/theme/page.ts';
import { playerFolder, readPlayerFiles } from '../src/server/delivery/pages/theme/player-files.ts';
import { type PageTheme, type PlayerLaunch, themes } from '../src/shared/apps/themes.ts';

export const looks = themes.filter((theme): theme is PageTheme => theme !== 'vanilla');

/** A game that needs no browser feature, for each way that its page starts it. */
export function launchOf(kind: PlayerLaunch['kind'], name: string): PlayerLaunch {
  if (kind === 'frame') return { kind, versionId: 'a'.repeat(26), pageSize: null, devices: [] };
  if (kind === 'loader') return { kind, loader: 'loader.js', config: 'game.json' };
  const config = { productName: name, companyName: name };
  return { kind, loader: 'loader.js', config, urls: [], options: {}, phonePixelRatio: null };
}

/** Renders the pages around games like the server, for tests that fulfil routes with them without publishing. */
export async function readPageRenderer() {
  const files = await readPlayerFiles(playerFolder);
  return (facts: Pick<PageFacts, 'look' | 'name'> & { stage: PlayerLaunch | 'notice' }): string => {
    const { look, name, stage } = facts;
    const needs = { webAssembly: false, webGl: false, threads: false };
    const content: PageFacts['content'] =
      stage === 'notice'
        ? { kind: 'notice', sentences: [name] }
        : { kind: 'game', page: { stage, needs, parts: [] } };
    const here = { fluxOrigin: 'http://flux.localhost', isolation: 'origin' } as const;
    return makePage({ look, name, description: name, content, ...here }, files);
  };
}
