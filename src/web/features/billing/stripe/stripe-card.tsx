import { Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { ApiError } from '#web/api.ts';
import {
  type CardFaceProps,
  type CardForm,
  type CardPart,
  cardParts,
  invalidParts,
  noElements,
} from '../card-fields/card-form.ts';
import { CardSkeleton } from '../card-fields/card-skeleton.tsx';
import { useStripeScript } from './load-stripe.ts';
import { useStripeAppearance } from './stripe-appearance.ts';
import { confirmCard, createCard, elementOf } from './stripe-calls.ts';
import { withStripeChallenge } from './stripe-challenge.ts';
import { type PartState, partProblem, StripePart } from './stripe-part.tsx';
import { Unavailable } from './unavailable.tsx';

/** A card in Stripe's own fields: Flux never receives the typed values. */
export default function StripeCard({ settings, ref, onWaiting, ...props }: CardFaceProps) {
  const { stripe, failed, again } = useStripeScript(settings);
  if (stripe)
    return (
      <Elements stripe={stripe}>
        <Fields {...props} ref={ref} />
      </Elements>
    );
  return (
    <>
      <NoFields ref={ref} failed={failed} />
      {failed ? <Unavailable onRetry={again} /> : <CardSkeleton onWaiting={onWaiting} />}
    </>
  );
}

/** For trials, where nothing is due yet. */
function NoFields({ ref, failed }: { ref: Ref<CardForm>; failed: boolean }) {
  useImperativeHandle(ref, () => {
    const refuse = async () => {
      throw failed ? new ApiError('unavailable', paymentsUnavailable) : noElements();
    };
    return { createCard: refuse, confirm: refuse, focus: () => {} };
  }, [failed]);
  return null;
}

function Fields({ ref, problems, disabled, onEdit }: Omit<CardFaceProps, 'settings' | 'onWaiting'>) {
  const stripe = useStripe();
  const elements = useElements();
  const look = useStripeAppearance();
  /** Stripe's state of each part, without the typed values. */
  const states = useRef<Partial<Record<CardPart, PartState>>>({});
  useImperativeHandle(ref, () => ({
    createCard: async (postalCode) => {
      if (!stripe || !elements) throw noElements();
      const missing = cardParts.map((part) => [part, partProblem(part, states.current[part])] as const);
      const problem = invalidParts(Object.fromEntries(missing.filter(([, text]) => text !== null)));
      if (problem) throw problem;
      return createCard(stripe, elements, postalCode);
    },
    confirm: (clientSecret, methodId) => {
      if (!stripe) throw noElements();
      return withStripeChallenge(() => confirmCard(stripe, clientSecret, methodId));
    },
    focus: (part) => elements && elementOf(elements, part)?.focus(),
  }));
  return (
    <div className="grid grid-cols-2 gap-4">
      {cardParts.map((part) => (
        <StripePart
          key={part}
          part={part}
          look={look}
          problem={problems[part] ?? null}
          disabled={disabled}
          onChange={(state) => {
            states.current[part] = state;
            onEdit(part);
          }}
        />
      ))}
    </div>
  );
}
