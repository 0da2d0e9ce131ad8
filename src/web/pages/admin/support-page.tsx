import { AdminHeader } from '../../features/admin/header.tsx';
import { SupportRequests } from '../../features/admin/support/support-requests.tsx';
import { texts } from '../../i18n/en/pages/admin.ts';

export function SupportPage() {
  return (
    <>
      <AdminHeader title={texts.support}>{texts.supportRequestsOpenAndResolved}</AdminHeader>
      <SupportRequests />
    </>
  );
}
