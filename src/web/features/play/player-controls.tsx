import { Download, Ellipsis, ExternalLink, Maximize, Play, QrCode, Square } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import type { Application } from '#shared/apps/apps.ts';
import { texts } from '../../i18n/en/play.ts';
import { usePageCommand } from '../../lib/page/page-commands.ts';
import type { Sharing } from '../../lib/page/sharing.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Menu, MenuItem } from '../../ui/menus/menu.tsx';
import { titleWithKeys } from '../../ui/menus/title-with-keys.ts';
import { useAfterMenu } from '../../ui/menus/use-after-menu.ts';
import { transferFocus } from './transfer-focus.ts';
import { useFullscreenEnabled } from './use-fullscreen-enabled.ts';

interface PlayerControlsProps {
  app: Application;
  frame: RefObject<HTMLIFrameElement | null>;
  playing: boolean;
  tabUrl: string;
  sharing: Sharing;
  onToggle: () => void;
}

/** In a row under the frame. On phones Share comes first and the secondary actions are in a menu. */
export function PlayerControls(props: PlayerControlsProps) {
  const { app, frame, playing, tabUrl, sharing, onToggle } = props;
  const Toggle = playing ? Square : Play;
  const fullscreenButton = useRef<HTMLButtonElement>(null);
  const fullscreen = async (byKeyboard: boolean) => {
    await frame.current?.requestFullscreen().catch(() => {});
    if (byKeyboard && frame.current && fullscreenButton.current)
      transferFocus(frame.current, fullscreenButton.current);
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
    <div className="flex gap-2 max-md:*:not-last:flex-1 max-[22.5rem]:*:not-last:px-2 max-[22.5rem]:*:not-last:[&_svg]:hidden print:hidden md:flex-wrap md:max-lg:[&_svg]:hidden">
      <div className="grid empty:hidden md:hidden">{sharing.button}</div>
      <Button onClick={onToggle} className="max-md:hidden">
        <Toggle strokeWidth={1.75} aria-hidden="true" className="fill-current" />
        {playing ? texts.stop : texts.play}
      </Button>
      {fullscreenEnabled && (
        <Button
          ref={fullscreenButton}
          // A click by keyboard does not count as a mouse click.
          onClick={({ detail }) => fullscreen(detail === 0)}
          disabled={!playing}
          aria-keyshortcuts="f"
          title={titleWithKeys(texts.fullscreen, 'f')}
        >
          <Maximize strokeWidth={1.75} aria-hidden="true" />
          {texts.fullscreen}
        </Button>
      )}
      <div className="ms-auto flex flex-wrap gap-2 max-md:hidden">
        <Button asChild>
          <a href={tabUrl} target="_blank" rel="noopener">
            <ExternalLink strokeWidth={1.75} aria-hidden="true" />
            {texts.playInNewTab}
          </a>
        </Button>
        {sharing.button}
        {sharing.onShowAll && (
          <Button onClick={sharing.onShowAll}>
            <QrCode strokeWidth={1.75} aria-hidden="true" />
            {texts.qrAndEmbed}
          </Button>
        )}
        {app.fileUrl && (
          <Button asChild>
            <a href={app.fileUrl} download={app.fileName ?? ''}>
              <Download strokeWidth={1.75} aria-hidden="true" />
              {texts.download}
            </a>
          </Button>
        )}
      </div>
      <div className="ms-auto md:hidden">
        <MoreActions {...props} />
      </div>
      {sharing.dialog}
    </div>
  );
}

function MoreActions({ app, playing, tabUrl, sharing, onToggle }: PlayerControlsProps) {
  const { afterwards, onClosed } = useAfterMenu();
  const { onShowAll } = sharing;
  const Toggle = playing ? Square : Play;
  const trigger = (
    <Button size="icon" aria-label={texts.moreActions}>
      <Ellipsis strokeWidth={1.75} aria-hidden="true" />
    </Button>
  );
  return (
    <Menu trigger={trigger} onClosed={onClosed}>
      <MenuItem onSelect={onToggle}>
        <Toggle strokeWidth={1.75} aria-hidden="true" className="fill-current" />
        {playing ? texts.stop : texts.play}
      </MenuItem>
      <MenuItem asChild>
        <a href={tabUrl} target="_blank" rel="noopener">
          <ExternalLink strokeWidth={1.75} aria-hidden="true" />
          {texts.playInNewTab}
        </a>
      </MenuItem>
      {onShowAll && (
        <MenuItem onSelect={() => afterwards(onShowAll)}>
          <QrCode strokeWidth={1.75} aria-hidden="true" />
          {texts.qrAndEmbed}
        </MenuItem>
      )}
      {app.fileUrl && (
        <MenuItem asChild>
          <a href={app.fileUrl} download={app.fileName ?? ''}>
            <Download strokeWidth={1.75} aria-hidden="true" />
            {texts.download}
          </a>
        </MenuItem>
      )}
    </Menu>
  );
}
