import { useSession } from '../../features/accounts/session.ts';
import { LegalPage } from '../../features/help/legal/legal-page.tsx';
import { eula } from '../../i18n/en/documents/eula.ts';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';

export default function EulaPage() {
  usePageTitle('EULA');
  const { data: session } = useSession();
  return <LegalPage text={eula} session={session} />;
}
