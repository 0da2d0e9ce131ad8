import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Application } from '#shared/apps.ts';
import type { Isolation } from '#shared/isolation.ts';
import { useIsLive } from '../../lib/drawn-for.ts';
import { texts } from '../../texts/en/play.ts';
import { Player } from './player.tsx';
import { PlayerControls } from './player-controls.tsx';
import { serveUrl } from './serve-url.ts';
import { useFramesForget } from './use-frames-forget.ts';
import { useShownWhole } from './use-shown-whole.ts';
import { useThreadsNeedTab } from './use-threads-need-tab.ts';

interface TheatreProps {
  app: Application;
  shareKey: string | null;
  isolation: Isolation;
  frame: RefObject<HTMLIFrameElement | null>;
  /** The ways to hand it on. */
  share: ReactNode;
}

/** Player and controls. The address of a start stays the same while that start runs. */
export function Theatre({ app, shareKey, isolation, frame, share }: TheatreProps) {
  const freshUrl = () => serveUrl(app, shareKey, { at: Date.now(), random: Math.random() });
  const [tabUrl] = useState(freshUrl);
  const isLive = useIsLive();
  const stage = useRef<HTMLDivElement>(null);
  useShownWhole(stage);
  const framesForget = useFramesForget();
  const threadsNeedTab = useThreadsNeedTab();
  const lacksThreads = app.needsThreads && (isolation === 'sandbox' || threadsNeedTab);
  const [src, setSrc] = useState<string | null>(freshUrl);
  return (
    <section aria-label={texts.player} data-theatre="" className="border-b border-line md:pt-4">
      <div ref={stage} className="md:px-6">
        <Player app={app} isolation={isolation} frame={frame} src={src} onPlay={() => setSrc(freshUrl())} />
      </div>
      <div className="mx-auto max-w-content px-4 py-3 md:px-6">
        <PlayerControls
          app={app}
          frame={frame}
          playing={src !== null}
          tabUrl={isLive ? tabUrl : serveUrl(app, shareKey)}
          share={share}
          onToggle={() => setSrc(src === null ? freshUrl() : null)}
        />
        {lacksThreads && (
          <p className="mt-3 text-13 font-medium">
            {isolation === 'sandbox'
              ? texts.thisFluxDoesNotRunGamesWithThreads
              : texts.thisBrowserDoesNotRunGamesWithThreads}
          </p>
        )}
        {(isolation === 'sandbox' || framesForget) && (
          <p className="mt-3 text-13 text-muted">
            {isolation === 'sandbox'
              ? texts.savesAreNotKeptHereThisFlux
              : texts.thisBrowserForgetsWhatAGameSaves}
          </p>
        )}
      </div>
    </section>
  );
}
