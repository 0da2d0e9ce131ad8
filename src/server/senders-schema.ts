import type { Generated } from 'kysely';

/** The table of `features/submission-quota`. */
export interface SendersTables {
  sendings: SendingsTable;
}

interface SendingsTable {
  id: Generated<number>;
  kind: 'report' | 'support-request';
  user_id: string | null;
  network: string;
  sent_at: Date;
}
