import type { Approval } from '#shared/versions/versions.ts';
import { texts } from '../../i18n/en/lib.ts';

const badges = {
  pending: { label: texts.pendingApproval, tone: 'warning' },
  'sent-back': { label: texts.sentBack, tone: 'danger' },
} as const;

/** The badge of a pending or returned version. Null if it is approved. */
export function approvalBadge(approval: Approval | null) {
  return approval === null || approval === 'approved' ? null : badges[approval];
}
