import { Route, Routes, useLocation } from 'react-router';
import { adminMessages } from '#shared/admin.ts';
import { ConfirmedCalls } from '../features/accounts/fresh-sign-in/confirmed-calls.tsx';
import { AdminFrame } from '../features/admin/page-frame.tsx';
import { texts } from '../i18n/en/pages/admin-page.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { paths } from '../paths.ts';
import { Guard } from '../shell/guard.tsx';
import { AuditLogPage } from './admin/audit-log-page.tsx';
import { Dashboard } from './admin/dashboard.tsx';
import { MailsPage } from './admin/mails-page.tsx';
import { ReportsPage } from './admin/reports-page.tsx';
import { SupportPage } from './admin/support-page.tsx';
import NotFoundPage from './not-found-page.tsx';

const titles: Record<string, string> = {
  [paths.adminReports()]: texts.reports,
  [paths.adminSupport()]: texts.support,
  [paths.adminAuditLog()]: texts.auditLog,
  [paths.adminMails()]: texts.mails,
};

/** Everything below /admin. */
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
