import { useSession } from '../../features/accounts/session.ts';
import { LegalPage } from '../../features/help/legal/legal-page.tsx';
import { terms } from '../../i18n/en/documents/terms.ts';
import { texts } from '../../i18n/en/pages/terms-page.ts';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';

export default function TermsPage() {
  usePageTitle(texts.terms);
  const { data: session } = useSession();
  return <LegalPage text={terms} session={session} />;
}
