import type { ReactNode } from 'react';

/** The controls that share an application: created by the page, placed by the player. */
export interface Sharing {
  /** Shares at once; null without a share link. */
  button: ReactNode;
  /** Opens the dialog with every way to share; null for viewers who may not share. */
  onShowAll: (() => void) | null;
  dialog: ReactNode;
}
