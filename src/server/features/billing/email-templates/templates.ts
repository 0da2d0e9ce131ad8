import { type EmailContent, renderEmail } from '../../mail/email-content.ts';
import type { StepName } from '../lifecycle/notified-state.ts';
import { creditLeft, due, nextCharge, paid } from './charge-words.ts';
import {
  account,
  allowance,
  areIs,
  attempts,
  capital,
  date,
  hasAny,
  itThem,
  name,
  pricing,
  room,
  type TemplateData,
  things,
  until,
} from './words.ts';

type EmailTemplates = (facts: TemplateData) => EmailContent | null;

/** The mail of each step. Null for users without content, who can lose nothing. */
export const emailTemplates: Record<StepName, EmailTemplates> = {
  'trial-began': (facts) =>
    renderEmail(`Your ${name(facts)} trial has started`, [
      `Welcome to ${name(facts)}. Your trial is free. ${nextCharge(facts)}`,
      ...creditLeft(facts),
      allowance(facts),
      { words: 'Upload an application:', link: `${facts.publicUrl}/upload` },
      { words: 'To pay nothing, cancel before that day:', link: account(facts) },
    ]),

  'trial-ends-soon': (facts) =>
    renderEmail(`Your ${name(facts)} trial ends on ${date(facts.trialEndsAt)}`, [
      `Your free trial of ${name(facts)} ends soon. ${nextCharge(facts)} Your plan then renews every month.`,
      ...creditLeft(facts),
      { words: 'To check your card or cancel before that day, open your account:', link: account(facts) },
    ]),

  'trial-charged': (facts) =>
    renderEmail(`Your ${name(facts)} plan has started`, [
      `Your trial has ended and ${name(facts)} is active.${paid(facts)} ${nextCharge(facts)}`,
      ...creditLeft(facts),
      { words: 'Your plan and your invoices:', link: account(facts) },
    ]),

  'plan-began': (facts) =>
    renderEmail(`Your ${name(facts)} plan has started`, [
      `Welcome to ${name(facts)}.${paid(facts)} ${nextCharge(facts)}`,
      ...creditLeft(facts),
      ...room(facts),
      { words: 'Your plan and your invoices:', link: account(facts) },
    ]),

  renewed: (facts) =>
    renderEmail(`${name(facts)} was renewed`, [
      `Your ${name(facts)} plan was renewed.${paid(facts)} ${nextCharge(facts)}`,
      ...creditLeft(facts),
      { words: 'Your plan and your invoices:', link: account(facts) },
    ]),

  'payment-failed': (facts) =>
    renderEmail(`The payment for ${name(facts)} failed`, [
      `We could not charge your card${due(facts)} for ${name(facts)}. ${attempts(facts.bill)}`,
      'Everything stays online, but you cannot add anything until it is paid. If it stays unpaid, your plan ends and your applications and organizations go offline.',
      { words: 'Update your card or use another one:', link: account(facts) },
    ]),

  'payment-recovered': (facts) =>
    renderEmail(`The payment for ${name(facts)} succeeded`, [
      `${name(facts)} is paid.${paid(facts)} ${nextCharge(facts)}`,
      ...creditLeft(facts),
      { words: 'Your plan and your invoices:', link: account(facts) },
    ]),

  'plan-changed': (facts) =>
    renderEmail(`You now have ${name(facts)}`, [
      `Your plan is now ${name(facts)}.${paid(facts)} ${nextCharge(facts)}`,
      ...creditLeft(facts),
      ...room(facts),
      { words: 'Your plan and your invoices:', link: account(facts) },
    ]),

  cancelled: (facts) =>
    renderEmail(`Your ${name(facts)} plan ends on ${date(facts.periodEndsAt)}`, [
      facts.wasUnpaid
        ? `You cancelled ${name(facts)}. Its last payment failed: you cannot add anything. Your content stays online until the plan ends, on ${date(facts.periodEndsAt)} at the latest.`
        : `You cancelled ${name(facts)}. ${until(facts.periodEndsAt, 'It stays active until')} Nothing more is charged.`,
      `Then your applications and organizations go offline, and only you can download your applications for 30 more days. After that they are permanently deleted.`,
      ...creditLeft(facts),
      {
        words: 'To keep your plan, withdraw the cancellation before that day, or subscribe again after it:',
        link: pricing(facts),
      },
    ]),

  resumed: (facts) =>
    renderEmail(`Your ${name(facts)} plan continues`, [
      `You withdrew the cancellation of ${name(facts)}. ${nextCharge(facts)}`,
      ...creditLeft(facts),
      { words: 'Your plan and your invoices:', link: account(facts) },
    ]),

  ended: (facts) =>
    renderEmail(`Your ${name(facts)} plan has ended`, [
      facts.wasUnpaid
        ? `Your card could not be charged, and ${name(facts)} has ended.`
        : `${name(facts)} has ended.`,
      ...(hasAny(facts)
        ? [
            `${capital(things(facts))} ${areIs(facts)} now offline: nobody can open ${itThem(facts)}. You can download your applications until ${date(facts.deletesAt)}; then everything is permanently deleted.`,
            { words: 'Download your applications:', link: `${facts.publicUrl}/?filter=my-apps` },
            { words: 'Choose a plan by then to restore everything immediately:', link: pricing(facts) },
          ]
        : [{ words: 'You can choose a plan at any time:', link: pricing(facts) }]),
    ]),

  'deletion-in-a-week': (facts) => warning(facts, 'in a week'),
  'deletion-tomorrow': (facts) => warning(facts, 'tomorrow'),

  deleted: (facts) =>
    facts.wasWarned
      ? renderEmail('Your content was deleted', [
          'Your plan ended, and you did not choose another in time. Your applications and organizations were permanently deleted, as announced. They cannot be restored.',
          { words: 'Your account still exists. You can choose a plan at any time:', link: pricing(facts) },
        ])
      : null,

  returned: (facts) =>
    renderEmail(`Welcome back: everything is online again`, [
      hasAny(facts)
        ? `You now have ${name(facts)}.${paid(facts)} ${capital(things(facts))} ${areIs(facts)} back as before, with the same addresses and versions.`
        : `You now have ${name(facts)}.${paid(facts)}`,
      ...(facts.stage === 'trial' || facts.stage === 'running' ? [nextCharge(facts)] : []),
      ...creditLeft(facts),
      ...room(facts),
      { words: 'Your applications:', link: `${facts.publicUrl}/?filter=my-apps` },
    ]),
};

function warning(facts: TemplateData, when: string): EmailContent | null {
  if (!hasAny(facts)) return null;
  return renderEmail(`Your content will be deleted ${when}`, [
    `Your plan has ended. On ${date(facts.deletesAt)} ${things(facts)} ${areIs(facts)} permanently deleted: every version, and ${itThem(facts) === 'it' ? 'its address' : 'their addresses'}.`,
    { words: 'Download your applications:', link: `${facts.publicUrl}/?filter=my-apps` },
    { words: 'Or choose a plan to restore everything immediately:', link: pricing(facts) },
  ]);
}
