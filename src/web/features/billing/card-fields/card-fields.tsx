import { type Ref, useEffect, useRef } from 'react';
import type { PaymentSettings } from '#shared/payments.ts';
import { later, type Missing } from '../../../ui/later.tsx';
import { MissingPart } from '../../../ui/missing-part.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { CardForm, CardProblem } from './card-form.ts';

const states = {
  waiting: <Skeleton className="h-36" />,
  missing: (missing: Missing) => <MissingPart {...missing} />,
};
const StripeCard = later(() => import('../stripe/stripe-card.tsx'), states);
const SandboxCard = later(() => import('./sandbox-card.tsx'), states);

interface CardFieldsProps {
  settings: PaymentSettings;
  ref: Ref<CardForm>;
  problem: CardProblem | null;
  disabled: boolean;
  onEdit: () => void;
}

/** Number, expiry and CVC of a card: Stripe's own fields, or the sandbox's for its test cards. */
export function CardFields(props: CardFieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  // The total that stays in view would cover what stands below the last of them.
  const text = props.problem?.text;
  useEffect(() => {
    if (text === undefined) return;
    fields.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  }, [text]);
  const Face = props.settings.service === 'stripe' ? StripeCard : SandboxCard;
  return (
    <div ref={fields}>
      <Face {...props} />
    </div>
  );
}
