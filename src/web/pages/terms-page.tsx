import { useSession } from '../features/accounts/session.ts';
import { LegalPage } from '../features/help/legal/legal-page.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { terms } from '../texts/en/documents/terms.ts';
import { texts } from '../texts/en/pages/terms-page.ts';

export default function TermsPage() {
  usePageTitle(texts.terms);
  const { data: session } = useSession();
  return <LegalPage text={terms} session={session} />;
}
