import { namespace } from '../../namespace.ts';

export const texts = namespace({
  reports: 'Reports',
  support: 'Support',
  auditLog: 'Audit log',
  emails: 'E-mails',
  adminDashboard: 'Admin Dashboard',
});
