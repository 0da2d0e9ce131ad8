import type { PaidTier } from '#shared/billing/plans.ts';

/** What the modal shows. */
export type View =
  | { name: 'overview' }
  | { name: 'change'; to: PaidTier }
  | { name: 'upgrade' }
  | { name: 'cancel' };

/** What every view is given to go on with. */
export interface Steps {
  go: (view: View) => void;
  /** Back to where the view was opened from: the overview, or the page. */
  back: () => void;
  close: () => void;
}
