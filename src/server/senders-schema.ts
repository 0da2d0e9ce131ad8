import type { Generated } from 'kysely';

/** The table of `features/senders`. */
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
