import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/portal.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { ErrorState } from '#web/ui/loading/states.tsx';
import { BillsSection } from './bills-section.tsx';
import { CardsSection } from './cards-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { useTestBilling } from './use-test-billing.ts';

/** Replaces the payment provider's portal in the sandbox. */
export function TestBilling({ session }: { session: string }) {
  const { data, error, isError, refetch } = useTestBilling(session);
  if (isError && !data) return <Nothing text={messageOf(error)} onRetry={refetch} />;
  if (!data) return <BillingSkeleton />;
  return (
    <>
      {/* Treated as another site: Flux's cached data may be outdated afterwards. */}
      <a
        href={data.returnUrl}
        className="inline-flex min-h-11 items-center gap-2 text-muted print:hidden hover:text-text md:min-h-9"
      >
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
        {texts.returnToFlux}
      </a>
      <div className="mt-2">
        <PageHead title={texts.billing} />
      </div>
      <PlanSection session={session} plan={data.plan} credit={data.credit} />
      <CardsSection session={session} cards={data.cards} />
      <BillsSection session={session} bills={data.bills} />
    </>
  );
}

function Nothing({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <ErrorState
      level={1}
      title={text}
      onRetry={onRetry}
      action={
        <Button asChild>
          <Link to={paths.profile()}>{texts.goToYourProfile}</Link>
        </Button>
      }
    />
  );
}

function BillingSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-9 w-40" />
      <Skeleton className="h-14" />
      <Skeleton className="h-28" />
      <Skeleton className="h-40" />
    </div>
  );
}
