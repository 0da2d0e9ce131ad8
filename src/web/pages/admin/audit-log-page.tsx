import { AuditLog } from '../../features/admin/audit-log/audit-log.tsx';
import { AdminHeader } from '../../features/admin/header.tsx';

export function AuditLogPage() {
  return (
    <>
      <AdminHeader title="Audit log">What administrators did: nobody can change or delete it</AdminHeader>
      <AuditLog />
    </>
  );
}
