import type { PaidTier } from '#shared/billing/plans.ts';

/** The views of the modal. */
export type View =
  | { name: 'overview' }
  | { name: 'change'; to: PaidTier }
  | { name: 'upgrade' }
  | { name: 'cancel' };

/** Props of every view. */
export interface Steps {
  go: (view: View) => void;
  /** Back to the view's origin: the overview, or the page. */
  back: () => void;
  close: () => void;
}
