import { AdminHeader } from '../../features/admin/header.tsx';
import { SupportRequests } from '../../features/admin/support/support-requests.tsx';

export function SupportPage() {
  return (
    <>
      <AdminHeader title="Support">What people wrote to support, and what is still open</AdminHeader>
      <SupportRequests />
    </>
  );
}
