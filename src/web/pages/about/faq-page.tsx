import type { Session } from '#shared/accounts/accounts.ts';
import type { PaymentSettings } from '#shared/billing/payments.ts';
import { useSession } from '../../features/accounts/session.ts';
import { usePaymentSettings } from '../../features/billing/use-catalogue.ts';
import { Faq } from '../../features/help/faq/faq.tsx';
import type { Facts } from '../../features/help/faq/find.ts';
import { valuesOf } from '../../features/help/values.ts';
import { texts } from '../../i18n/en/pages/faq-page.ts';
import { format } from '../../i18n/format.ts';
import type { Condition } from '../../i18n/question.ts';
import { useInitialLoad } from '../../lib/hooks/use-initial-load.ts';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';
import { BootSkeleton } from '../../shell/boot-state.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';

export default function FaqPage() {
  usePageTitle(texts.faq);
  const session = useSession();
  const settings = usePaymentSettings();
  // They decide which questions apply.
  if (useInitialLoad([settings])) return <BootSkeleton />;
  return (
    <div className="mx-auto max-w-content px-4 pt-8 pb-16 md:px-6 md:pt-12">
      <PageHead title={texts.frequentlyAskedQuestions} text={texts.uploadingSharingAndPlayingAccounts} />
      <Faq
        facts={factsOf(session.data, settings.data)}
        ready={!session.isPending && !settings.isPending}
        supportEmail={session.data?.supportEmail}
      />
    </div>
  );
}

/** Unknown facts count as false. */
function factsOf(session: Session | undefined, settings: PaymentSettings | undefined): Facts {
  const conditions = new Set<Condition>();
  if (session) conditions.add(session.isolation === 'origin' ? 'own-origin' : 'one-host');
  if (settings) conditions.add(settings.service ?? 'no-payments');
  const trialDays = settings?.service ? settings.trialDays : 0;
  if (trialDays > 0) conditions.add('trial');
  return { conditions, values: { ...valuesOf(session), trial: format(texts.countDays, { trialDays }) } };
}
