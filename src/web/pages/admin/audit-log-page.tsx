import { AuditLog } from '../../features/admin/audit-log/audit-log.tsx';
import { AdminHeader } from '../../features/admin/header.tsx';
import { texts } from '../../i18n/en/pages/admin.ts';

export function AuditLogPage() {
  return (
    <>
      <AdminHeader title={texts.auditLog}>{texts.actionsOfAdministrators}</AdminHeader>
      <AuditLog />
    </>
  );
}
