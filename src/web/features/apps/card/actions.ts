import type { ApplicationCard } from '#shared/apps/apps.ts';

/** What can be asked for from a card; the dialogs stand outside the list, which changes by itself. */
export interface CardActions {
  onEdit: (app: ApplicationCard) => void;
  onDelete: (app: ApplicationCard) => void;
  onShare: (app: ApplicationCard) => void;
}
