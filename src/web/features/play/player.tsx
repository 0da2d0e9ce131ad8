import { Play } from 'lucide-react';
import { type CSSProperties, type RefObject, useRef, useState } from 'react';
import type { Application } from '#shared/apps/apps.ts';
import { playPageFrameName } from '#shared/apps/themes.ts';
import { createFeatureCheck, frameAllow } from '#shared/play/game-features.ts';
import { type Isolation, sandboxTokens } from '#shared/play/isolation.ts';
import { texts } from '../../i18n/en/play.ts';
import { format } from '../../i18n/format.ts';
import { cn } from '../../lib/cn.ts';
import { useIsHydrated } from '../../lib/session/hydration.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Backdrop } from './backdrop.tsx';
import { FocusEscapeHint } from './focus-escape-hint.tsx';
import { useFullscreenNotice } from './use-fullscreen-notice.ts';
import { useGameKeyboard } from './use-game-keyboard.ts';
import { useLeaveGame } from './use-leave-game.ts';
import { useScaleToFit } from './use-scale-to-fit.ts';

interface PlayerProps {
  app: Pick<Application, 'id' | 'name' | 'thumbnailUrl' | 'theme' | 'pageSize' | 'deviceAccess'>;
  isolation: Isolation;
  /** Result of `emptyPageOf`. */
  emptyPage: string;
  frame: RefObject<HTMLIFrameElement | null>;
  /** Null while the game is stopped: then there is no frame, so nothing keeps running. */
  src: string | null;
  onPlay: () => void;
}

/** The frame of the game. Its size is fixed before anything loads, so that the page does not shift. */
export function Player({ app, isolation, emptyPage, frame, src, onPlay }: PlayerProps) {
  const screen = useRef<HTMLDivElement>(null);
  // The other themes have their own pages, which fill the available space.
  const fitted = useScaleToFit(screen, app.theme === 'vanilla' ? app.pageSize : null);
  return (
    <div
      ref={screen}
      className="relative mx-auto aspect-video w-full max-w-stage min-w-[min(100%,20rem)] overflow-hidden bg-stage md:rounded-picture"
    >
      {src === null ? (
        <Stopped app={app} onPlay={onPlay} />
      ) : (
        <Frame
          key={src}
          app={app}
          isolation={isolation}
          emptyPage={emptyPage}
          frame={frame}
          src={src}
          fitted={fitted}
        />
      )}
    </div>
  );
}

interface FrameProps extends Omit<PlayerProps, 'src' | 'onPlay'> {
  src: string;
  fitted: CSSProperties | undefined;
}

function Frame({ app, isolation, emptyPage, frame, src, fitted }: FrameProps) {
  const [loaded, setLoaded] = useState(false);
  const isLive = useIsHydrated();
  const place = useRef<HTMLDivElement>(null);
  useGameKeyboard(frame);
  useLeaveGame(emptyPage, frame, place, isLive);
  const tellFullscreen = useFullscreenNotice(frame, app.theme !== 'vanilla');
  return (
    <>
      {/* A loaded frame may paint later. Themed pages have a background, which then covers this. */}
      {(!loaded || app.theme !== 'vanilla') && <Backdrop app={app} />}
      {!loaded && <Loading name={app.name} />}
      {app.theme === 'vanilla' && <FocusEscapeHint frame={frame} />}
      <div ref={place} className="contents">
        {/* Set after the load listener. */}
        {isLive && (
          <iframe
            ref={frame}
            name={playPageFrameName}
            data-game=""
            title={format(texts.namePlayer, { name: app.name })}
            src={src}
            // The build's own headers set the same for a game in its own tab.
            sandbox={sandboxTokens(isolation)}
            allow={frameAllow(app.deviceAccess, createFeatureCheck(document))}
            onLoad={() => {
              setLoaded(true);
              tellFullscreen();
              // A themed page passes the focus to its game. It does not request it: the user may be typing
              // here.
              if (app.theme !== 'vanilla' && document.activeElement === document.body) frame.current?.focus();
            }}
            // A creator's page without a background expects a white page, not a dark stage.
            style={fitted}
            className={cn(
              'peer absolute inset-0 size-full max-w-none border-0',
              loaded && app.theme === 'vanilla' && 'bg-[color:Canvas]',
            )}
          />
        )}
        {/* A separate element, because a fitted frame would scale it too. */}
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 hidden inset-ring-4 inset-ring-stage outline-2 -outline-offset-2 outline-ion peer-data-by-keyboard:block md:rounded-picture"
        />
      </div>
    </>
  );
}

function Loading({ name }: { name: string }) {
  return (
    <div className="absolute inset-0 grid place-items-center">
      <p
        role="status"
        className="flex max-w-[calc(100%-2rem)] items-center gap-3 rounded-full bg-stage px-4 py-2 font-medium text-on-stage"
      >
        <span aria-hidden="true" className="size-2 shrink-0 animate-shimmer rounded-full bg-ion" />
        <span className="line-clamp-2 min-w-0 wrap-anywhere">{format(texts.loadingName, { name })}</span>
      </p>
    </div>
  );
}

function Stopped({ app, onPlay }: { app: PlayerProps['app']; onPlay: () => void }) {
  return (
    <div className="absolute inset-0 grid place-items-center">
      <Backdrop app={app} />
      <Button variant="primary" size="large" onClick={onPlay} className="relative outline-ion">
        <Play aria-hidden="true" className="fill-current" />
        {texts.play}
      </Button>
    </div>
  );
}
