import { Play } from 'lucide-react';
import { type CSSProperties, type RefObject, useRef, useState } from 'react';
import type { Application } from '#shared/apps.ts';
import { type Isolation, sandboxTokens } from '#shared/isolation.ts';
import { theatreName } from '#shared/themes.ts';
import { cn } from '../../lib/cn.ts';
import { useIsLive } from '../../lib/drawn-for.ts';
import { texts } from '../../texts/en/play.ts';
import { fill } from '../../texts/fill.ts';
import { Button } from '../../ui/button.tsx';
import { GeneratedPicture } from '../../ui/generated-picture.tsx';
import { frameFeaturesHere } from './frame-features.ts';
import { KeyboardWay } from './keyboard-way.tsx';
import { useFitted } from './use-fitted.ts';
import { useFullscreenNotice } from './use-fullscreen-notice.ts';
import { useGameKeyboard } from './use-game-keyboard.ts';

interface PlayerProps {
  app: Pick<Application, 'id' | 'name' | 'thumbnailUrl' | 'theme' | 'pageSize'>;
  isolation: Isolation;
  frame: RefObject<HTMLIFrameElement | null>;
  /** Null while the game is stopped: then there is no frame, and nothing of it runs on. */
  src: string | null;
  onPlay: () => void;
}

/** The screen of the theatre. Its size is settled before anything loads. */
export function Player({ app, isolation, frame, src, onPlay }: PlayerProps) {
  const screen = useRef<HTMLDivElement>(null);
  // The other themes draw pages of their own, which take what room there is.
  const fitted = useFitted(screen, app.theme === 'vanilla' ? app.pageSize : null);
  return (
    <div
      ref={screen}
      className="relative mx-auto aspect-video w-full max-w-theatre min-w-[min(100%,20rem)] overflow-hidden bg-stage md:rounded-picture"
    >
      {src === null ? (
        <Stopped app={app} onPlay={onPlay} />
      ) : (
        <Frame key={src} app={app} isolation={isolation} frame={frame} src={src} fitted={fitted} />
      )}
    </div>
  );
}

interface FrameProps extends Omit<PlayerProps, 'src' | 'onPlay'> {
  src: string;
  fitted: CSSProperties | undefined;
}

function Frame({ app, isolation, frame, src, fitted }: FrameProps) {
  const [loaded, setLoaded] = useState(false);
  const isLive = useIsLive();
  useGameKeyboard(frame);
  const tellFullscreen = useFullscreenNotice(frame, app.theme !== 'vanilla');
  return (
    <>
      {!loaded && <Curtain app={app} />}
      {app.theme === 'vanilla' && <KeyboardWay frame={frame} />}
      {/* Once somebody is there to hear that it has loaded. */}
      {isLive && (
        <iframe
          ref={frame}
          name={theatreName}
          data-game=""
          title={fill(texts.namePlayer, { name: app.name })}
          src={src}
          // The build's own headers say the same for a game opened in a tab.
          sandbox={sandboxTokens(isolation)}
          allow={frameFeaturesHere}
          onLoad={() => {
            setLoaded(true);
            tellFullscreen();
            // A themed page hands the keyboard on to its game. It asks for none by itself: somebody may be typing here.
            if (app.theme !== 'vanilla' && document.activeElement === document.body) frame.current?.focus();
          }}
          // What brings no background of its own is written for that of a page, not for a dark stage.
          style={fitted}
          className={cn('peer absolute inset-0 size-full max-w-none border-0', loaded && 'bg-[color:Canvas]')}
        />
      )}
      {/* Of its own, since a fitted frame would make it smaller, too. */}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 hidden outline-2 -outline-offset-2 outline-ring peer-data-by-keyboard:block md:rounded-picture"
      />
    </>
  );
}

function Curtain({ app }: { app: PlayerProps['app'] }) {
  return (
    <div className="absolute inset-0 grid place-items-center">
      <Backdrop app={app} />
      <p
        role="status"
        className="relative flex max-w-[calc(100%-2rem)] items-center gap-3 rounded-full bg-stage px-4 py-2 font-medium text-on-stage"
      >
        <span aria-hidden="true" className="size-2 shrink-0 animate-shimmer rounded-full bg-ion" />
        <span className="line-clamp-2 min-w-0 wrap-anywhere">
          {fill(texts.loadingName, { name: app.name })}
        </span>
      </p>
    </div>
  );
}

function Stopped({ app, onPlay }: { app: PlayerProps['app']; onPlay: () => void }) {
  return (
    <div className="absolute inset-0 grid place-items-center">
      <Backdrop app={app} />
      <Button variant="primary" size="large" onClick={onPlay} className="relative">
        <Play aria-hidden="true" className="fill-current" />
        {texts.play}
      </Button>
    </div>
  );
}

function Backdrop({ app }: { app: PlayerProps['app'] }) {
  return (
    <div aria-hidden="true" className="absolute inset-0 scale-105 opacity-50 blur-[3px]">
      {app.thumbnailUrl ? (
        <img src={app.thumbnailUrl} alt="" className="size-full object-cover" />
      ) : (
        <GeneratedPicture seed={app.id} />
      )}
    </div>
  );
}
