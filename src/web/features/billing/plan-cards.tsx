import { LoaderCircle } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { Subscription } from '#shared/billing.ts';
import { plans } from '#shared/plans.ts';
import { mailTo, paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type OfferedTier, PlanCard } from './plan-card.tsx';

interface PlanCardsProps {
  /** Null: none, or signed out. Undefined: not known yet. */
  current: Subscription | null | undefined;
  supportEmail: string | undefined;
  choosing: boolean;
  onChooseIndie: () => void;
}

export function PlanCards({ current, supportEmail, choosing, onChooseIndie }: PlanCardsProps) {
  const actions: Record<OfferedTier, ReactNode> = {
    indie: <IndieAction current={current} choosing={choosing} onChoose={onChooseIndie} />,
    pro: <PaidAction tier="pro" />,
    'pro-plus': <PaidAction tier="pro-plus" />,
    enterprise: <EnterpriseAction supportEmail={supportEmail} />,
  };
  return (
    <div className="grid gap-px overflow-hidden rounded-picture border border-line bg-line md:grid-cols-2 xl:grid-cols-4">
      {(Object.keys(actions) as OfferedTier[]).map((tier) => (
        <PlanCard key={tier} tier={tier} current={current?.tier === tier} action={actions[tier]} />
      ))}
    </div>
  );
}

interface IndieActionProps {
  current: Subscription | null | undefined;
  choosing: boolean;
  onChoose: () => void;
}

function IndieAction({ current, choosing, onChoose }: IndieActionProps) {
  if (current === undefined) return <Skeleton className="h-12 md:h-11" />;
  if (current?.tier === 'indie' || current?.isAdmin) {
    return (
      <Button asChild size="large">
        <Link to={paths.home()}>Go to Home</Link>
      </Button>
    );
  }
  if (current) {
    return (
      <Unavailable
        label="Get Started Free"
        reason={`You have ${current.planLimits.planName}. Indie can be chosen when it has ended.`}
      />
    );
  }
  return (
    <Button variant="primary" size="large" disabled={choosing} onClick={onChoose}>
      {choosing && <LoaderCircle aria-hidden="true" className="animate-spin" />}
      Get Started Free
    </Button>
  );
}

function PaidAction({ tier }: { tier: 'pro' | 'pro-plus' }) {
  return <Unavailable label={`Choose ${plans[tier].name}`} reason="Payments are not set up on this Flux." />;
}

/** Focusable, so that whoever moves by keyboard hears why it does nothing. */
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

function EnterpriseAction({ supportEmail }: { supportEmail: string | undefined }) {
  if (supportEmail === undefined) return <Skeleton className="h-12 md:h-11" />;
  return (
    <Button asChild size="large">
      <a href={mailTo(supportEmail, 'Flux Enterprise')}>Contact Us</a>
    </Button>
  );
}
