import { type Ref, useEffect, useId, useRef } from 'react';
import type { PaymentSettings } from '#shared/payments.ts';
import { FieldError } from '../../../ui/field.tsx';
import { later, type Missing } from '../../../ui/later.tsx';
import { MissingPart } from '../../../ui/missing-part.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { CardForm, CardPart } from './card-form.ts';

const states = {
  waiting: <Skeleton className="h-36" />,
  missing: (missing: Missing) => <MissingPart {...missing} />,
};
const StripeCard = later(() => import('../stripe/stripe-card.tsx'), states);
const SandboxCard = later(() => import('./sandbox-card.tsx'), states);

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
  const message = useRef<HTMLDivElement>(null);
  // It stands below the fields, where the total that stays in view would cover it.
  const text = problem?.text;
  useEffect(() => {
    if (text !== undefined) message.current?.scrollIntoView({ block: 'center' });
  }, [text]);
  const Face = props.settings.service === 'stripe' ? StripeCard : SandboxCard;
  return (
    <div className="grid gap-1.5">
      <Face {...props} invalid={problem?.part ?? null} problemId={problem ? problemId : undefined} />
      {problem && (
        <div ref={message}>
          <FieldError id={problemId}>{problem.text}</FieldError>
        </div>
      )}
    </div>
  );
}
