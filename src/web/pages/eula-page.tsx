import { useSession } from '../features/accounts/session.ts';
import { LegalPage } from '../features/help/legal/legal-page.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { eula } from '../texts/en/documents/eula.ts';

export default function EulaPage() {
  usePageTitle('EULA');
  const { data: session } = useSession();
  return <LegalPage text={eula} session={session} />;
}
