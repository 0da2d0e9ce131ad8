import type { SupportRequest } from '#shared/contact/support.ts';
import { daysAgo, idOf } from './ids.ts';

/** An unresolved request of an account, except for the given fields. */
export function someSupportRequest(fields: Partial<SupportRequest> = {}): SupportRequest {
  const userId = idOf('u', 3);
  return {
    id: idOf('q', 2),
    name: 'Bob',
    email: 'bob@example.test',
    category: 'bugs',
    priority: 'high',
    subject: 'The coins are gone',
    message: 'It stops at the second level.\nAlways.',
    userId,
    userRole: 'user',
    account: { name: 'Bob', email: 'bob@example.test' },
    timestamp: daysAgo(1),
    state: 'open',
    resolvedBy: null,
    resolvedAt: null,
    ...fields,
  };
}
