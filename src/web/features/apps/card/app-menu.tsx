import {
  Download,
  EllipsisVertical,
  type LucideIcon,
  Pencil,
  Play,
  Share2,
  Trash2,
  Upload,
} from 'lucide-react';
import { Link } from 'react-router';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { texts } from '#web/i18n/en/apps/card.ts';
import { format } from '#web/i18n/format.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menus/menu.tsx';
import { useAfterMenu } from '#web/ui/menus/use-after-menu.ts';
import type { CardActions } from './actions.ts';

interface AppMenuProps {
  app: ApplicationCard;
  actions: CardActions;
}

/** All actions for an application. */
export function AppMenu({ app, actions }: AppMenuProps) {
  const { afterwards, onClosed } = useAfterMenu();
  const dialog = (icon: LucideIcon, label: string, open: (app: ApplicationCard) => void) => {
    const Icon = icon;
    return (
      <MenuItem onSelect={() => afterwards(() => open(app))}>
        <Icon strokeWidth={1.75} aria-hidden="true" />
        {label}
      </MenuItem>
    );
  };
  const trigger = (
    <Button variant="ghost" size="icon" aria-label={format(texts.actionsForName, { name: app.name })}>
      <EllipsisVertical strokeWidth={1.75} aria-hidden="true" />
    </Button>
  );
  const mayChange = app.can.update || app.can.edit || app.can.delete;
  return (
    <div className="relative z-10 shrink-0 has-data-[state=open]:z-30">
      <Menu trigger={trigger} onClosed={onClosed}>
        {app.can.play ? (
          <MenuItem asChild>
            <Link to={paths.play(app.id)}>
              <Play strokeWidth={1.75} aria-hidden="true" />
              {texts.play}
            </Link>
          </MenuItem>
        ) : (
          <MenuItem asChild>
            <Link to={paths.versions(app.id)}>
              <Download strokeWidth={1.75} aria-hidden="true" />
              {texts.versionHistory}
            </Link>
          </MenuItem>
        )}
        {(app.shareUrl !== null || app.can.edit) && dialog(Share2, texts.share, actions.onShare)}
        {mayChange && <MenuSeparator />}
        {app.can.update && (
          <MenuItem asChild>
            <Link to={paths.update(app.id)}>
              <Upload strokeWidth={1.75} aria-hidden="true" />
              {texts.update}
            </Link>
          </MenuItem>
        )}
        {app.can.edit && dialog(Pencil, texts.edit, actions.onEdit)}
        {app.can.delete && dialog(Trash2, texts.delete, actions.onDelete)}
      </Menu>
    </div>
  );
}
