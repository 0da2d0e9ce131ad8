import { AdminHeader } from '../../features/admin/header.tsx';
import { Reports } from '../../features/admin/reports/reports.tsx';
import { texts } from '../../i18n/en/pages/admin.ts';

export function ReportsPage() {
  return (
    <>
      <AdminHeader title={texts.reports}>{texts.reportedApplicationsAndYour}</AdminHeader>
      <Reports />
    </>
  );
}
