import { lazy, type Ref, Suspense, useId } from 'react';
import type { PaymentSettings } from '#shared/payments.ts';
import { FieldError } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { CardForm, CardPart } from './card-form.ts';

const StripeCard = lazy(() => import('../stripe/stripe-card.tsx'));
const SandboxCard = lazy(() => import('./sandbox-card.tsx'));

export interface CardProblem {
  part: CardPart;
  text: string;
}

interface CardFieldsProps {
  settings: PaymentSettings;
  ref: Ref<CardForm>;
  problem: CardProblem | null;
  disabled: boolean;
  onEdit: () => void;
}

/** Number, expiry and CVC of a card: Stripe's own fields, or the sandbox's for its test cards. */
export function CardFields({ problem, ...props }: CardFieldsProps) {
  const problemId = useId();
  const Face = props.settings.service === 'stripe' ? StripeCard : SandboxCard;
  return (
    <div className="grid gap-1.5">
      <Suspense fallback={<Skeleton className="h-36" />}>
        <Face {...props} invalid={problem?.part ?? null} problemId={problem ? problemId : undefined} />
      </Suspense>
      {problem && <FieldError id={problemId}>{problem.text}</FieldError>}
    </div>
  );
}
