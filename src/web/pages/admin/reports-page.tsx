import { AdminHeader } from '../../features/admin/header.tsx';
import { Reports } from '../../features/admin/reports/reports.tsx';

export function ReportsPage() {
  return (
    <>
      <AdminHeader title="Reports">
        Applications that people have reported, and your decision on each
      </AdminHeader>
      <Reports />
    </>
  );
}
