import type { NextBill } from '#shared/billing/payments.ts';
import { plans } from '#shared/billing/plans.ts';
import { money } from '../money.ts';
import type { Outlook } from '../stripe/port.ts';
import { date, type TemplateData, until } from './words.ts';

/** Date and amount of the next charge, by the payment service's preview. */
export function nextCharge(facts: TemplateData): string {
  const { stage, trialEndsAt, periodEndsAt, forecast } = facts;
  if (stage === 'ending') return until(periodEndsAt, 'It stays active until');
  const at = stage === 'trial' ? trialEndsAt : periodEndsAt;
  if (at === null) return '';
  const bill = forecast?.upcoming ?? null;
  if (forecast === null || bill === null)
    return stage === 'trial' ? `On ${date(at)} your card is charged.` : `It renews on ${date(at)}.`;
  const lead = stage === 'trial' ? `On ${date(at)}` : `It renews on ${date(at)}:`;
  return [`${lead} ${chargeOf(bill, forecast.card !== null)}.`, ...remarks(facts, forecast, bill)].join(' ');
}

function chargeOf({ amountDue, creditUsed, currency }: NextBill, hasCard: boolean): string {
  const due = money(amountDue, currency);
  if (amountDue > 0) return hasCard ? `your card is charged ${due}` : `${due} is due, and no card is saved`;
  return creditUsed > 0
    ? `the invoice of ${money(creditUsed, currency)} is paid from your credit, and your card is not charged`
    : `the invoice is ${due}, and nothing is charged`;
}

/** The parts of the amount, the charge after a free bill, and the consequence of a missing card. */
function remarks(facts: TemplateData, { card, isDiscountLasting, price }: Outlook, bill: NextBill): string[] {
  const { amountDue, creditUsed, tax, currency } = bill;
  const { name } = plans[facts.tier];
  const isFree = amountDue === 0 && creditUsed === 0;
  const monthly = isDiscountLasting ? null : (price?.unitAmount ?? null);
  return [
    ...(amountDue > 0 && creditUsed > 0
      ? [`${money(creditUsed, currency)} more is paid from your credit.`]
      : []),
    ...(amountDue > 0 && tax > 0 ? [`This includes ${money(tax, currency)} tax.`] : []),
    ...(isFree && monthly !== null && monthly > 0
      ? [`After that, ${name} costs ${money(monthly, price?.currency ?? currency)} per month.`]
      : []),
    ...(card === null ? [withoutCard(amountDue)] : []),
  ];
}

function withoutCard(amountDue: number): string {
  return amountDue > 0
    ? 'Add a card before that day. Otherwise the payment fails, and you cannot add anything until it is paid.'
    : 'No card is saved. Add one before the next invoice.';
}

/** The credit that is left, for those who have some. */
export function creditLeft({ forecast, stage }: TemplateData): string[] {
  if (!forecast || forecast.credit.amount === 0) return [];
  const credit = money(forecast.credit.amount, forecast.credit.currency);
  return [
    stage === 'ending'
      ? `You have ${credit} of credit. It is kept for your next subscription.`
      : `You have ${credit} of credit. Your next invoices use it first.`,
  ];
}

/** How the bill was paid: by card, from credit, or not at all. */
export function paid({ bill }: TemplateData): string {
  if (bill === null || !bill.isPaid) return '';
  const { credit = 0, total, currency } = bill;
  if (bill.paid > 0 && credit > 0)
    return ` You paid ${money(bill.paid, currency)}, and ${money(credit, currency)} was paid from your credit.`;
  if (bill.paid > 0) return ` You paid ${money(bill.paid, currency)}.`;
  if (credit > 0) return ` The invoice of ${money(credit, currency)} was paid from your credit.`;
  return total === 0 ? ` The invoice was ${money(0, currency)}, and nothing was charged.` : '';
}

export function due({ bill }: TemplateData): string {
  return bill === null ? '' : ` ${money(bill.due, bill.currency)}`;
}
