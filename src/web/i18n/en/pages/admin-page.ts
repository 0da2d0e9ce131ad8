import { namespace } from '../../namespace.ts';

export const texts = namespace({
  reports: 'Reports',
  support: 'Support',
  auditLog: 'Audit log',
  mails: 'Mails',
  adminDashboard: 'Admin Dashboard',
});
