import { Route, Routes, useLocation } from 'react-router';
import { adminMessages } from '#shared/admin/admin.ts';
import { ConfirmedCalls } from '../../features/accounts/fresh-sign-in/confirmed-calls.tsx';
import { AdminFrame } from '../../features/admin/page-frame.tsx';
import { texts } from '../../i18n/en/pages/admin-page.ts';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';
import { paths } from '../../paths.ts';
import { Guard } from '../../shell/guard.tsx';
import NotFoundPage from '../errors/not-found-page.tsx';
import { AuditLogPage } from './audit-log-page.tsx';
import { Dashboard } from './dashboard.tsx';
import { MailsPage } from './mails-page.tsx';
import { ReportsPage } from './reports-page.tsx';
import { SupportPage } from './support-page.tsx';

const titles: Record<string, string> = {
  [paths.adminReports()]: texts.reports,
  [paths.adminSupport()]: texts.support,
  [paths.adminAuditLog()]: texts.auditLog,
  [paths.adminMails()]: texts.emails,
};

/** All pages below /admin. */
export default function AdminPage() {
  const { pathname } = useLocation();
  usePageTitle(titles[pathname] ?? texts.adminDashboard);
  return (
    <Guard signedOut={{ title: adminMessages.signIn }} notAdmin={{ title: adminMessages.accessRequired }}>
      {(user, session) => (
        <ConfirmedCalls session={session}>
          <AdminFrame>
            <Routes>
              <Route index element={<Dashboard user={user} session={session} />} />
              <Route path="reports" element={<ReportsPage />} />
              <Route path="support" element={<SupportPage />} />
              <Route path="audit-log" element={<AuditLogPage />} />
              <Route path="mails" element={<MailsPage />} />
              <Route path="*" element={<NotFoundPage />} />
            </Routes>
          </AdminFrame>
        </ConfirmedCalls>
      )}
    </Guard>
  );
}
