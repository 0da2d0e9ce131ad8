import type { ApplicationCard } from '#shared/apps/apps.ts';

/** Actions of a card. Their dialogs are outside the list, which changes by itself. */
export interface CardActions {
  onEdit: (app: ApplicationCard) => void;
  onDelete: (app: ApplicationCard) => void;
  onShare: (app: ApplicationCard) => void;
}
