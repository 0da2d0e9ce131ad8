import { CreditCard, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keepTestCard, removeTestCard, type TestBilling } from '#shared/billing/test-payments.ts';
import { call, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/portal.ts';
import { format } from '#web/i18n/format.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Section } from '#web/ui/layout/section.tsx';
import { List } from '#web/ui/lists/list.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { expiryText, methodName } from '../current-plan/method-text.ts';
import { usePaymentSettings } from '../use-catalogue.ts';
import { AddCard } from './add-card.tsx';
import { useBillingChange } from './use-test-billing.ts';

type Card = TestBilling['cards'][number];

interface CardsSectionProps {
  session: string;
  cards: Card[];
}

export function CardsSection({ session, cards }: CardsSectionProps) {
  const [adds, setAdds] = useState(false);
  const settings = usePaymentSettings().data;
  const change = useBillingChange(session);
  const body = useRef<HTMLDivElement>(null);
  /** The button of the action may be gone; keyboard users continue here. */
  const keepFocus = () => body.current?.focus();
  const closeForm = () => {
    flushSync(() => setAdds(false));
    keepFocus();
  };
  const use = (card: Card) =>
    change.mutate(() => call(keepTestCard, { body: { session, paymentMethodId: card.id } }), {
      onSuccess: () => {
        toast(format(texts.cardIsNowTheDefaultCard, { card: methodName(card) }));
        keepFocus();
      },
    });
  const remove = (card: Card) =>
    change.mutate(() => call(removeTestCard, { body: { session, paymentMethodId: card.id } }), {
      onSuccess: () => {
        toast(format(texts.cardWasRemoved, { card: methodName(card) }));
        keepFocus();
      },
    });
  return (
    <Section title={texts.paymentMethod} text={texts.paymentsAreChargedToTheDefault}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form */}
      <div ref={body} role="group" aria-label={texts.cards} tabIndex={-1} className="grid gap-4 outline-none">
        {cards.length === 0 && <p>{texts.noPaymentMethod}</p>}
        {cards.length > 0 && (
          <List className="divide-y divide-line rounded-picture border border-line">
            {cards.map((card) => (
              <CardRow
                key={card.id}
                card={card}
                busy={change.isPending}
                onUse={() => use(card)}
                onRemove={() => remove(card)}
              />
            ))}
          </List>
        )}
        {change.isError && <FieldError id="card-change-failed">{messageOf(change.error)}</FieldError>}
        {adds && settings ? (
          <AddCard session={session} settings={settings} onClose={closeForm} />
        ) : (
          <Button disabled={!settings} className="justify-self-start" onClick={() => setAdds(true)}>
            <Plus strokeWidth={1.75} aria-hidden="true" />
            {texts.addACard}
          </Button>
        )}
      </div>
    </Section>
  );
}

interface CardRowProps {
  card: Card;
  busy: boolean;
  onUse: () => void;
  onRemove: () => void;
}

function CardRow({ card, busy, onUse, onRemove }: CardRowProps) {
  const name = methodName(card);
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <CreditCard size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {card.isDefault && <Badge>{texts.default}</Badge>}
        </p>
        <p className="text-13 text-muted tabular-nums">
          {format(texts.expiresCard, { card: expiryText(card) })}
        </p>
      </div>
      <div className="flex gap-1 max-sm:w-full max-sm:ps-5">
        {!card.isDefault && (
          <Button
            variant="ghost"
            disabled={busy}
            aria-label={format(texts.makeDefaultName, { name })}
            onClick={onUse}
          >
            {texts.makeDefault}
          </Button>
        )}
        <Button
          variant="ghost"
          disabled={busy}
          aria-label={format(texts.removeName, { name })}
          onClick={onRemove}
        >
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}
