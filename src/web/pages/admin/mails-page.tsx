import { AdminHeader } from '../../features/admin/header.tsx';
import { Mails } from '../../features/admin/mails/mails.tsx';
import { texts } from '../../i18n/en/pages/admin.ts';

export function MailsPage() {
  return (
    <>
      <AdminHeader title={texts.emails}>{texts.emailsOfTheLast30Days}</AdminHeader>
      <Mails />
    </>
  );
}
