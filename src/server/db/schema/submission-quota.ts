import type { Generated } from 'kysely';

/** The table of `features/submission-quota`. */
export interface SubmissionQuotaTables {
  submissions: SubmissionsTable;
}

interface SubmissionsTable {
  id: Generated<number>;
  kind: 'report' | 'support-request';
  user_id: string | null;
  network: string;
  sent_at: Date;
}
