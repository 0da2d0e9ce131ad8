import { FlaskConical } from 'lucide-react';
import { useParams } from 'react-router';
import { SignInRoot } from '../../features/accounts/sign-in.tsx';
import { useAccountSync } from '../../features/accounts/use-account-sync.ts';
import { TestBilling } from '../../features/billing/portal/test-billing.tsx';
import { texts } from '../../i18n/en/pages/test-billing-page.ts';
import { Rich } from '../../i18n/rich.tsx';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';
import { Guard } from '../../shell/guard.tsx';
import { Toaster } from '../../ui/loading/toast.tsx';

/** Replaces a page of the payment provider: without Flux's layout. */
export default function TestBillingPage() {
  usePageTitle(texts.billingInTestMode);
  useAccountSync();
  const { id = '' } = useParams();
  return (
    <SignInRoot>
      <header className="border-b border-warning/30 bg-warning-quiet text-warning">
        <p className="mx-auto flex max-w-content gap-3 px-4 py-3 md:px-6">
          <FlaskConical size={16} strokeWidth={1.75} aria-hidden="true" className="mt-1 shrink-0" />
          <span>
            <Rich
              text={texts.testModeReplacesTheBillingPortal}
              with={{ strong: (inside) => <strong className="font-medium">{inside}</strong> }}
            />
          </span>
        </p>
      </header>
      <main id="main" className="mx-auto max-w-content px-4 pt-6 pb-16 md:px-6 md:pt-8">
        <Guard signedOut={{ title: texts.pleaseSignInToManageYourBilling }}>
          {(user) => <TestBilling key={user.id} session={id} />}
        </Guard>
      </main>
      <Toaster />
    </SignInRoot>
  );
}
