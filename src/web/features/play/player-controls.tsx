import { Download, ExternalLink, Maximize, Play, Square } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import type { Application } from '#shared/apps.ts';
import { usePageCommand } from '../../lib/page-commands.ts';
import { texts } from '../../texts/en/play.ts';
import { Button } from '../../ui/button.tsx';
import { titleWithKeys } from '../../ui/title-with-keys.ts';
import { handKeyboard } from './hand-keyboard.ts';
import { useFullscreenEnabled } from './use-fullscreen-enabled.ts';

interface PlayerControlsProps {
  app: Application;
  frame: RefObject<HTMLIFrameElement | null>;
  playing: boolean;
  tabUrl: string;
  /** The ways to hand it on. */
  share: ReactNode;
  onToggle: () => void;
}

export function PlayerControls({ app, frame, playing, tabUrl, share, onToggle }: PlayerControlsProps) {
  const Toggle = playing ? Square : Play;
  const fullscreenButton = useRef<HTMLButtonElement>(null);
  const fullscreen = async (byKeyboard: boolean) => {
    await frame.current?.requestFullscreen().catch(() => {});
    if (byKeyboard && frame.current && fullscreenButton.current)
      handKeyboard(frame.current, fullscreenButton.current);
    else frame.current?.focus();
  };
  usePageCommand({ label: playing ? texts.stop : texts.play, run: onToggle });
  const fullscreenEnabled = useFullscreenEnabled();
  usePageCommand(
    playing && fullscreenEnabled
      ? { label: texts.fullscreen, keys: 'f', run: () => void fullscreen(true) }
      : null,
  );
  return (
    <div className="grid gap-2 max-md:grid-cols-2 max-md:*:leading-tight max-md:*:whitespace-normal max-md:[&>:last-child:nth-child(odd)]:col-span-2 max-[22.5rem]:*:px-2 max-[22.5rem]:[&_svg]:hidden md:flex print:hidden md:flex-wrap md:max-lg:[&_svg]:hidden">
      <Button onClick={onToggle}>
        <Toggle strokeWidth={1.75} aria-hidden="true" className="fill-current" />
        {playing ? texts.stop : texts.play}
      </Button>
      {fullscreenEnabled && (
        <Button
          ref={fullscreenButton}
          // A click that was made by a key counts as none of a mouse.
          onClick={({ detail }) => fullscreen(detail === 0)}
          disabled={!playing}
          aria-keyshortcuts="f"
          title={titleWithKeys(texts.fullscreen, 'f')}
        >
          <Maximize strokeWidth={1.75} aria-hidden="true" />
          {texts.fullscreen}
        </Button>
      )}
      <Button asChild className="md:ms-auto">
        <a href={tabUrl} target="_blank" rel="noopener">
          <ExternalLink strokeWidth={1.75} aria-hidden="true" />
          {texts.playInNewTab}
        </a>
      </Button>
      {share}
      {app.fileUrl && (
        <Button asChild>
          <a href={app.fileUrl} download={app.fileName ?? ''}>
            <Download strokeWidth={1.75} aria-hidden="true" />
            {texts.download}
          </a>
        </Button>
      )}
    </div>
  );
}
