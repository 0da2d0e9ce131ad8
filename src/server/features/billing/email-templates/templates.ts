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
    renderEmail(`Your ${name(facts)} trial has begun`, [
      `Welcome to ${name(facts)}. Your trial is free. ${nextCharge(facts)}`,
      ...creditLeft(facts),
      allowance(facts),
      { words: 'Upload something:', link: `${facts.publicUrl}/upload` },
      { words: 'If it is not for you, cancel before that day and you pay nothing:', link: account(facts) },
    ]),

  'trial-ends-soon': (facts) =>
    renderEmail(`Your ${name(facts)} trial ends on ${date(facts.trialEndsAt)}`, [
      `Your free trial of ${name(facts)} is almost over. ${nextCharge(facts)} Your plan then renews every month.`,
      ...creditLeft(facts),
      { words: 'To check your card, or to cancel before that day, open your account:', link: account(facts) },
    ]),

  'trial-charged': (facts) =>
    renderEmail(`Your ${name(facts)} plan has begun`, [
      `Your trial is over and ${name(facts)} is yours.${paid(facts)} ${nextCharge(facts)}`,
      ...creditLeft(facts),
      { words: 'Your plan and your bills:', link: account(facts) },
    ]),

  'plan-began': (facts) =>
    renderEmail(`Your ${name(facts)} plan has begun`, [
      `Welcome to ${name(facts)}.${paid(facts)} ${nextCharge(facts)}`,
      ...creditLeft(facts),
      ...room(facts),
      { words: 'Your plan and your bills:', link: account(facts) },
    ]),

  renewed: (facts) =>
    renderEmail(`${name(facts)} was renewed`, [
      `Your ${name(facts)} plan was renewed.${paid(facts)} ${nextCharge(facts)}`,
      ...creditLeft(facts),
      { words: 'Your plan and your bills:', link: account(facts) },
    ]),

  'payment-failed': (facts) =>
    renderEmail(`The payment for ${name(facts)} failed`, [
      `We could not charge your card${due(facts)} for ${name(facts)}. ${attempts(facts.bill)}`,
      'Everything stays online meanwhile, but nothing can be added until it is paid. If it is never paid, your plan ends and what you published goes offline.',
      { words: 'Update your card or use another one:', link: account(facts) },
    ]),

  'payment-recovered': (facts) =>
    renderEmail(`The payment for ${name(facts)} went through`, [
      `All is well: ${name(facts)} is paid.${paid(facts)} ${nextCharge(facts)}`,
      ...creditLeft(facts),
      { words: 'Your plan and your bills:', link: account(facts) },
    ]),

  'plan-changed': (facts) =>
    renderEmail(`You have ${name(facts)} now`, [
      `Your plan is now ${name(facts)}.${paid(facts)} ${nextCharge(facts)}`,
      ...creditLeft(facts),
      ...room(facts),
      { words: 'Your plan and your bills:', link: account(facts) },
    ]),

  cancelled: (facts) =>
    renderEmail(`Your ${name(facts)} plan ends on ${date(facts.periodEndsAt)}`, [
      facts.wasUnpaid
        ? `You cancelled ${name(facts)}. Its last payment failed: nothing can be added, and what you published stays online until the plan ends, which is ${date(facts.periodEndsAt)} at the latest.`
        : `You cancelled ${name(facts)}. ${until(facts.periodEndsAt, 'It goes on until')} Nothing more is charged.`,
      `Then what you published goes offline, and can be downloaded by you alone for 30 days more. After those it is deleted for good.`,
      ...creditLeft(facts),
      {
        words: 'If you change your mind, keep it before that day, or subscribe again after it:',
        link: pricing(facts),
      },
    ]),

  resumed: (facts) =>
    renderEmail(`Your ${name(facts)} plan goes on`, [
      `You took the cancellation of ${name(facts)} back. ${nextCharge(facts)}`,
      ...creditLeft(facts),
      { words: 'Your plan and your bills:', link: account(facts) },
    ]),

  ended: (facts) =>
    renderEmail(`Your ${name(facts)} plan has ended`, [
      facts.wasUnpaid
        ? `Your card could not be charged, and ${name(facts)} has ended.`
        : `${name(facts)} has ended.`,
      ...(hasAny(facts)
        ? [
            `${capital(things(facts))} ${areIs(facts)} offline now: nobody can open ${itThem(facts)}. You can download your applications until ${date(facts.deletesAt)}; then everything is deleted for good.`,
            { words: 'Download your applications:', link: `${facts.publicUrl}/?filter=my-apps` },
            { words: 'Choose a plan by then, and all of it is back at once:', link: pricing(facts) },
          ]
        : [{ words: 'You can choose a plan at any time:', link: pricing(facts) }]),
    ]),

  'deletion-in-a-week': (facts) => warning(facts, 'in a week'),
  'deletion-tomorrow': (facts) => warning(facts, 'tomorrow'),

  deleted: (facts) =>
    facts.wasWarned
      ? renderEmail('What you published was deleted', [
          'Your plan ended, and no other followed in time. What you published was deleted for good, as we wrote you. It cannot be brought back.',
          { words: 'Your account is still here. You can begin anew at any time:', link: pricing(facts) },
        ])
      : null,

  returned: (facts) =>
    renderEmail(`Welcome back: all is online again`, [
      hasAny(facts)
        ? `You have ${name(facts)} now.${paid(facts)} ${capital(things(facts))} ${areIs(facts)} back as before, with the same addresses and versions.`
        : `You have ${name(facts)} now.${paid(facts)}`,
      ...(facts.stage === 'trial' || facts.stage === 'running' ? [nextCharge(facts)] : []),
      ...creditLeft(facts),
      ...room(facts),
      { words: 'Your applications:', link: `${facts.publicUrl}/?filter=my-apps` },
    ]),
};

function warning(facts: TemplateData, when: string): EmailContent | null {
  if (!hasAny(facts)) return null;
  return renderEmail(`What you published is deleted ${when}`, [
    `Your plan has ended. On ${date(facts.deletesAt)} ${things(facts)} ${areIs(facts)} deleted for good: every version, and ${itThem(facts) === 'it' ? 'its address' : 'their addresses'}.`,
    { words: 'Download your applications:', link: `${facts.publicUrl}/?filter=my-apps` },
    { words: 'Or choose a plan, and all of it is back at once:', link: pricing(facts) },
  ]);
}
