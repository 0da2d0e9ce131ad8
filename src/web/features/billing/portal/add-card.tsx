import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { PaymentSettings } from '#shared/billing/payments.ts';
import { keepTestCard } from '#shared/billing/test-payments.ts';
import { call } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/portal.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { CardFields } from '../card-fields/card-fields.tsx';
import { type CardForm, noElements } from '../card-fields/card-form.ts';
import { useCardProblems } from '../card-fields/use-card-problems.ts';
import { problemOf } from '../checkout/problem.ts';
import { useBillingChange } from './use-test-billing.ts';

interface AddCardProps {
  session: string;
  settings: PaymentSettings;
  onClose: () => void;
}

/** A card for future payments. */
export function AddCard({ session, settings, onClose }: AddCardProps) {
  const card = useRef<CardForm>(null);
  const form = useRef<HTMLFormElement>(null);
  const [isCardWaiting, setCardWaiting] = useState(false);
  const add = useBillingChange(session, () => {
    toast(texts.theCardIsSaved);
    onClose();
  });
  const { error } = add;
  const problem = error && problemOf(error);
  const place = problem && problem.place !== 'promo' && problem.place !== 'payment' ? problem.place : null;
  const { problems, mend } = useCardProblems(error, () => add.isError && add.reset());
  // The button that opened it is gone, and the card fields may load a moment later.
  useEffect(() => form.current?.focus(), []);
  useEffect(() => {
    if (place) card.current?.focus(place);
  }, [place]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(async () => {
      if (!card.current) throw noElements();
      const paymentMethodId = await card.current.createCard('');
      return call(keepTestCard, { body: { session, paymentMethodId } });
    });
  };
  return (
    <form
      ref={form}
      tabIndex={-1}
      noValidate
      aria-label={texts.addACard}
      onSubmit={submit}
      className="grid max-w-form gap-5 outline-none"
    >
      <CardFields
        settings={settings}
        ref={card}
        disabled={add.isPending}
        problems={problems}
        onEdit={mend}
        onWaiting={setCardWaiting}
      />
      {problem && !place && (
        <Panel tone="danger" role="alert">
          {problem.text}
        </Panel>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" disabled={add.isPending || isCardWaiting}>
          {add.isPending && <LoaderCircle aria-hidden="true" className="animate-spin" />}
          {texts.addCard}
        </Button>
        <Button disabled={add.isPending} onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
