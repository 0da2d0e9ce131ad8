import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Application } from '#shared/apps/apps.ts';
import type { Isolation } from '#shared/play/isolation.ts';
import { texts } from '../../i18n/en/play.ts';
import type { Sharing } from '../../lib/page/sharing.ts';
import { useIsHydrated } from '../../lib/session/hydration.ts';
import { Player } from './player.tsx';
import { PlayerControls } from './player-controls.tsx';
import { serveUrl } from './serve-url.ts';
import { useFitViewport } from './use-fit-viewport.ts';
import { usePartitionedStorage } from './use-partitioned-storage.ts';
import { useThreadsNeedTab } from './use-threads-need-tab.ts';

interface PlayerStageProps {
  app: Application;
  shareKey: string | null;
  isolation: Isolation;
  /** Result of `emptyPageOf`. */
  emptyPage: string;
  frame: RefObject<HTMLIFrameElement | null>;
  sharing: Sharing;
}

/** Player and controls. The game's address stays the same while the game runs. */
export function PlayerStage({ app, shareKey, isolation, emptyPage, frame, sharing }: PlayerStageProps) {
  const opened = useLocation();
  const freshUrl = () => serveUrl(app, shareKey, { opened, start: createStart() });
  const [tabStart] = useState(createStart);
  const isLive = useIsHydrated();
  const stage = useRef<HTMLDivElement>(null);
  useFitViewport(stage);
  const hasPartitionedStorage = usePartitionedStorage();
  const threadsNeedTab = useThreadsNeedTab();
  const lacksThreads = app.needsThreads && (isolation === 'sandbox' || threadsNeedTab);
  const [src, setSrc] = useState<string | null>(freshUrl);
  return (
    <section aria-label={texts.player} data-player-stage="" className="border-b border-line md:pt-4">
      <div ref={stage} className="md:px-6">
        <Player
          app={app}
          isolation={isolation}
          emptyPage={emptyPage}
          frame={frame}
          src={src}
          onPlay={() => setSrc(freshUrl())}
        />
      </div>
      <ControlsColumn>
        <PlayerControls
          app={app}
          frame={frame}
          playing={src !== null}
          tabUrl={isLive ? serveUrl(app, shareKey, { opened, start: tabStart }) : serveUrl(app, shareKey)}
          sharing={sharing}
          onToggle={() => setSrc(src === null ? freshUrl() : null)}
        />
        {lacksThreads && (
          <p className="mt-3 text-13 font-medium">
            {isolation === 'sandbox'
              ? texts.thisServerDoesNotRunGamesWithThreads
              : texts.thisBrowserDoesNotRunGamesWithThreads}
          </p>
        )}
        {(isolation === 'sandbox' || hasPartitionedStorage) && (
          <p className="mt-3 text-13 text-muted">
            {isolation === 'sandbox'
              ? texts.savesAreNotKeptThisServerDoesNot
              : texts.thisBrowserDoesNotKeepSavesOf}
          </p>
        )}
      </ControlsColumn>
    </section>
  );
}

function createStart() {
  return { at: Date.now(), random: Math.random() };
}

/** As wide as the frame. Wider if the controls would otherwise wrap. */
export function ControlsColumn({ children }: { children: ReactNode }) {
  return (
    <div className="px-4 py-3 md:px-6">
      <div className="mx-auto w-full max-w-stage md:min-w-[min(100%,60rem)]">{children}</div>
    </div>
  );
}
