import { useParams } from 'react-router';
import { TestBilling } from '../features/billing/portal/test-billing.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Guard } from '../shell/guard.tsx';

export default function TestBillingPage() {
  usePageTitle('Billing, test mode');
  const { id = '' } = useParams();
  return (
    <div className="mx-auto max-w-240 px-4 pt-6 md:px-6 md:pt-8">
      <Guard signedOut={{ title: 'Please sign in to manage your billing' }}>
        {(user) => <TestBilling key={user.id} session={id} />}
      </Guard>
    </div>
  );
}
