import type { Approval } from '#shared/versions.ts';

const marks = {
  pending: { label: 'Awaiting approval', tone: 'warning' },
  'sent-back': { label: 'Sent back', tone: 'danger' },
} as const;

/** How something that is not approved is marked; null where there is nothing to mark. */
export function approvalMark(approval: Approval | null) {
  return approval === null || approval === 'approved' ? null : marks[approval];
}
