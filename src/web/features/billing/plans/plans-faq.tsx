import type { PaymentSettings } from '#shared/payments.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';

interface Item {
  question: string;
  answer: string;
}

const free: Item[] = [
  {
    question: 'Is Indie really free?',
    answer:
      'Yes. It asks for no card and has no end: one application with three revisions, playable by anybody with the link.',
  },
  {
    question: 'What counts as a revision?',
    answer:
      'Each stored version of an application, the first one included. Delete a version and its place is free again.',
  },
];

const changes: Item[] = [
  {
    question: 'What happens when I cancel?',
    answer:
      'Your plan stays usable to the end of the period you paid for. Then your applications and organizations go offline, and you alone can download them. 30 days later they are deleted for good. Subscribe again within the 30 days and everything comes back.',
  },
  {
    question: 'Can I move to a smaller plan?',
    answer:
      'Yes, and nothing is deleted. What is over the new limits stays playable; you can add more once it fits again.',
  },
  {
    question: 'Can I move to a larger plan?',
    answer:
      'At any time. It holds at once, and you pay the difference for the rest of the month that you paid for already.',
  },
  {
    question: 'Do you give refunds?',
    answer: 'Within 30 days of a payment. A refund is processed in 5–7 business days.',
  },
  {
    question: 'Will prices change under me?',
    answer: 'Not without notice: you hear of a change 30 days before it applies to you.',
  },
];

/** What differs from one Flux to another: who takes the money, and whether the beginning is free. */
function payment({ service, trialDays }: PaymentSettings): Item[] {
  const ways = {
    stripe:
      'By card, or by a wallet such as Apple Pay where your browser has one. What you type goes straight to Stripe: card numbers never reach Flux. You are charged each month until you cancel.',
    sandbox:
      'Not with money: this Flux takes payments in test mode. Everything goes as it would with a real card, Stripe’s test card numbers take its place, and nobody is charged.',
  };
  if (service === null)
    return [
      {
        question: 'How do I pay?',
        answer: 'Payments are not set up on this Flux. Indie is there for everybody.',
      },
    ];
  const trial = {
    question: 'Is there a trial?',
    answer: `Your first plan begins with ${trialDays} days that cost nothing. You give a card, and it is charged when they are over, unless you cancel before.`,
  };
  return [{ question: 'How do I pay?', answer: ways[service] }, ...(trialDays > 0 ? [trial] : [])];
}

/** The truth about payments stands there once it is known. */
export function PlansFaq({ settings }: { settings: PaymentSettings | undefined }) {
  const items = [...free, ...(settings ? payment(settings) : []), ...changes];
  return (
    <div className="border-t border-line">
      {items.map(({ question, answer }) => (
        <Disclosure key={question} question={question}>
          {answer}
        </Disclosure>
      ))}
    </div>
  );
}
