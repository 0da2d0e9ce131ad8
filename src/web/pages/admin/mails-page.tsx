import { AdminHeader } from '../../features/admin/header.tsx';
import { Mails } from '../../features/admin/mails/mails.tsx';

export function MailsPage() {
  return (
    <>
      <AdminHeader title="Mails">What Flux wrote in the last 30 days, and what became of it</AdminHeader>
      <Mails />
    </>
  );
}
