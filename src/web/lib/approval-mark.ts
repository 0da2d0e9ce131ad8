import type { Approval } from '#shared/versions.ts';
import { texts } from '../i18n/en/lib.ts';

const marks = {
  pending: { label: texts.awaitingApproval, tone: 'warning' },
  'sent-back': { label: texts.sentBack, tone: 'danger' },
} as const;

/** How something that is not approved is marked; null where there is nothing to mark. */
export function approvalBadge(approval: Approval | null) {
  return approval === null || approval === 'approved' ? null : marks[approval];
}
