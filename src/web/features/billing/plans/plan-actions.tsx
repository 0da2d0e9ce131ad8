import { LoaderCircle } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Subscription } from '#shared/billing/billing.ts';
import { paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { type PaidTier, plans } from '#shared/billing/plans.ts';
import { texts } from '#web/i18n/en/billing/plans.ts';
import { format } from '#web/i18n/format.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { useManagement } from '../manage/management.tsx';
import type { PlanCta } from './plan-cta.ts';

interface IndieActionProps {
  /** Null: none, or signed out. Undefined: not known yet. */
  own: Subscription | null | undefined;
  /** Failed queries are not repeated automatically. */
  isUnreachable: boolean;
  choosing: boolean;
  onChoose: () => void;
}

export function IndieAction({ own, isUnreachable, choosing, onChoose }: IndieActionProps) {
  if (own === undefined && isUnreachable)
    return <Unavailable label={texts.getStartedFree} reason={paymentsUnavailable} />;
  if (own === undefined) return <Skeleton className="h-12 md:h-11" />;
  if (own?.tier === 'indie' || own?.isAdmin) {
    return (
      <Button asChild size="large">
        <Link to={paths.home()}>{texts.goToHome}</Link>
      </Button>
    );
  }
  if (own) {
    return (
      <Unavailable
        label={texts.getStartedFree}
        reason={format(texts.youHavePlanNameYouCanChooseIndie, { planName: own.planLimits.planName })}
      />
    );
  }
  return (
    <Button variant="primary" size="large" disabled={choosing} onClick={onChoose}>
      {choosing && <LoaderCircle aria-hidden="true" className="animate-spin" />}
      {texts.getStartedFree}
    </Button>
  );
}

interface PaidActionProps {
  tier: PaidTier;
  cta: PlanCta;
  onChoose: () => void;
}

export function PaidAction({ tier, cta, onChoose }: PaidActionProps) {
  const manage = useManagement();
  const choose = format(texts.chooseName, { name: plans[tier].name });
  switch (cta.to) {
    case 'waiting':
      return <Skeleton className="h-12 md:h-11" />;
    case 'nothing':
      return <Unavailable label={choose} reason={cta.reason} />;
    case 'management':
      return (
        <Button size="large" onClick={() => manage()}>
          {cta.label}
        </Button>
      );
    case 'change':
      return (
        <Button size="large" onClick={() => manage({ plan: tier })}>
          {cta.label}
        </Button>
      );
    case 'checkout':
      return (
        <Button size="large" onClick={onChoose}>
          {choose}
        </Button>
      );
  }
}

/** Focusable, so that keyboard users hear why it is disabled. */
function Unavailable({ label, reason }: { label: string; reason: string }) {
  const id = useId();
  return (
    <>
      <p id={id} className="text-13 text-muted">
        {reason}
      </p>
      <Button size="large" aria-disabled="true" aria-describedby={id} className="cursor-not-allowed">
        {label}
      </Button>
    </>
  );
}
