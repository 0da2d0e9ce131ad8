import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Offer, PaymentSettings } from '#shared/billing/payments.ts';
import type { PaidTier } from '#shared/billing/plans.ts';
import { texts } from '#web/i18n/en/billing/checkout.ts';
import { Rich } from '#web/i18n/rich.tsx';
import { paths } from '#web/paths.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { CardFields } from '../card-fields/card-fields.tsx';
import type { CardForm, CardPart } from '../card-fields/card-form.ts';
import { useCardProblems } from '../card-fields/use-card-problems.ts';
import { WalletButton } from '../card-fields/wallet-button.tsx';
import { calculateBill } from './bill.ts';
import { OrderSummary } from './order-summary.tsx';
import { PayFooter } from './pay-footer.tsx';
import { PromoField } from './promo-field.tsx';
import { Total } from './total.tsx';
import { useFirstFocus } from './use-first-focus.ts';
import { usePromo } from './use-promo.ts';
import { usePurchase } from './use-purchase.ts';

interface CheckoutFormProps {
  tier: PaidTier;
  settings: PaymentSettings;
  priceId: string;
  offer: Offer;
  onChanged: () => void;
  onPaying: (paying: boolean) => void;
  onBought: () => void;
}

const maxPostalCodeLength = 20;

export function CheckoutForm({ tier, settings, priceId, offer, onChanged, ...events }: CheckoutFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const card = useRef<CardForm>(null);
  const promoInput = useRef<HTMLInputElement>(null);
  const problemPanel = useRef<HTMLDivElement>(null);
  const [postalCode, setPostalCode] = useState('');
  const [isCardWaiting, setCardWaiting] = useState(false);
  const promo = usePromo(priceId);
  const bill = calculateBill(offer, promo.applied, new Date());
  const purchase = usePurchase({ tier, priceId, offer, promo, ...events });
  const { problem, isPaying } = purchase;
  const focusFirst = useFirstFocus(form, card);
  const onTrial = offer.trialDays > 0;

  // Focuses the first wrong field, once it is enabled again.
  useEffect(() => {
    if (!problem) return;
    if (problem.place === 'promo') promoInput.current?.focus();
    else if (problem.place === 'payment') problemPanel.current?.focus();
    else card.current?.focus(problem.place);
  }, [problem]);

  const { problems, mend } = useCardProblems(purchase.error, purchase.forgetProblem);
  const edit = (...parts: CardPart[]) => {
    onChanged();
    mend(...parts);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    purchase.payByCard(card.current, postalCode.trim());
  };
  const wallet = bill.first > 0 && (
    <section aria-label={texts.payByWallet} className="grid gap-3 empty:hidden has-[>.invisible]:absolute">
      <WalletButton
        settings={settings}
        amount={bill.first}
        currency={offer.currency}
        skipsTrial={onTrial}
        disabled={isPaying || promo.isChecking}
        note={onTrial && <p className="text-center text-13 text-muted">{texts.aWalletStartsThePlanNow}</p>}
        begin={purchase.beginWallet}
        onPaid={purchase.finishWallet}
        onFailed={purchase.failWallet}
      />
    </section>
  );
  return (
    <form
      ref={form}
      tabIndex={-1}
      noValidate
      aria-label={texts.checkout}
      onSubmit={submit}
      className="mt-5 grid gap-5 outline-none [&_:is(input,button,summary)]:scroll-mb-52 [&_[type=submit]]:scroll-mb-0"
    >
      {onTrial && <Total bill={bill} offer={offer} />}
      <OrderSummary tier={tier} offer={offer} bill={bill}>
        <PromoField
          ref={promoInput}
          promo={promo}
          currency={offer.currency}
          problem={problem?.place === 'promo' ? problem.text : promo.problem}
          disabled={isPaying || purchase.hasBegun}
          onEdit={edit}
        />
      </OrderSummary>
      {!onTrial && wallet}
      <fieldset disabled={isPaying} className="grid min-w-0 gap-5">
        <legend className="mb-5 flex w-full items-center gap-3 text-13 text-muted">
          <span aria-hidden="true" className="h-px flex-1 bg-line" />
          {texts.payByCard}
          <span aria-hidden="true" className="h-px flex-1 bg-line" />
        </legend>
        <CardFields
          settings={settings}
          ref={(fields) => {
            card.current = fields;
            focusFirst();
          }}
          disabled={isPaying}
          problems={problems}
          onEdit={edit}
          onWaiting={setCardWaiting}
        />
        <Field label={texts.postalCode} optional>
          {(control) => (
            <Input
              {...control}
              value={postalCode}
              maxLength={maxPostalCodeLength}
              autoComplete="postal-code"
              placeholder={texts.n12345OrA1b2c3}
              onChange={({ target }) => {
                setPostalCode(target.value);
                edit();
              }}
            />
          )}
        </Field>
      </fieldset>
      {onTrial && wallet}
      <p className="text-12 text-muted">
        <Rich
          text={texts.renewsEachMonthUntilYouCancelWhich}
          with={{
            link: (inside) => (
              <Link
                to={paths.terms()}
                target="_blank"
                className="underline underline-offset-2 hover:text-text"
              >
                {inside}
              </Link>
            ),
          }}
        />
      </p>
      <PayFooter
        ref={problemPanel}
        bill={bill}
        offer={offer}
        isPaying={isPaying}
        disabled={isCardWaiting}
        problem={problem?.place === 'payment' ? problem.text : null}
      />
    </form>
  );
}
