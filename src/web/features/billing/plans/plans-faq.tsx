import type { PaymentSettings } from '#shared/billing/payments.ts';
import { texts } from '#web/i18n/en/billing/plans.ts';
import { format } from '#web/i18n/format.ts';
import { Disclosure } from '#web/ui/lists/disclosure.tsx';

interface Item {
  question: string;
  answer: string;
}

const free: Item[] = [
  {
    question: texts.isIndieReallyFree,
    answer: texts.yesItNeedsNoCardAndHasNoTime,
  },
  {
    question: texts.whatCountsAsARevision,
    answer: texts.eachStoredVersionOfAnApplication,
  },
];

const changes: Item[] = [
  {
    question: texts.whatHappensWhenICancel,
    answer: texts.yourPlanStaysUsableUntilTheEndOf,
  },
  {
    question: texts.canIMoveToASmallerPlan,
    answer: texts.yesAndNothingIsDeletedWhatIs,
  },
  {
    question: texts.canIMoveToALargerPlan,
    answer: texts.yesAtAnyTimeItAppliesImmediately,
  },
  {
    question: texts.doYouGiveRefunds,
    answer: texts.within30DaysOfAPaymentA,
  },
  {
    question: texts.canMyPriceChange,
    answer: texts.yesButWeTellYou30DaysBeforeA,
  },
];

/** Facts that differ between servers: the payment provider, and the trial. */
function payment({ service, trialDays }: PaymentSettings): Item[] {
  const ways = {
    stripe: texts.byCardOrByAWalletSuch,
    sandbox: texts.thisServerTakesTestPayments,
  };
  if (service === null)
    return [
      {
        question: texts.howDoIPay,
        answer: texts.indieIsAvailableToEveryone,
      },
    ];
  const trial = {
    question: texts.isThereATrial,
    answer: format(texts.yourFirstPlanStartsWithFreeDays, { trialDays }),
  };
  return [{ question: texts.howDoIPay, answer: ways[service] }, ...(trialDays > 0 ? [trial] : [])];
}

/** The answer about payments appears once it is known. */
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
