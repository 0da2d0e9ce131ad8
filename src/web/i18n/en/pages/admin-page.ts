import { area } from '../../namespace.ts';

export const texts = area({
  reports: 'Reports',
  support: 'Support',
  auditLog: 'Audit log',
  mails: 'Mails',
  adminDashboard: 'Admin Dashboard',
});
