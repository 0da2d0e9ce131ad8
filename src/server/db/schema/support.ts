import type { Role } from '#shared/accounts/accounts.ts';
import type { SupportCategory, SupportPriority } from '#shared/contact/support.ts';

/** The tables of `features/support`. */
export interface SupportTables {
  support_requests: SupportRequestsTable;
}

interface SupportRequestsTable {
  id: string;
  user_id: string | null;
  user_role: Role | null;
  name: string;
  email: string;
  category: SupportCategory;
  priority: SupportPriority;
  subject: string;
  message: string;
  created_at: Date;
  resolved_at: Date | null;
  resolved_by: string | null;
}
