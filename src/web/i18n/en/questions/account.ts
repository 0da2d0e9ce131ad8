import type { Category } from '../../question.ts';

export const account: Category = {
  slug: 'account-subscriptions',
  title: 'Account & Subscriptions',
  questions: [
    {
      slug: 'sign-in',
      question: 'How do I sign in?',
      answer: [
        'With an account that you have already: with Google, GitHub or Microsoft, as far as this Flux is set up for them. The first sign-in makes your account here. Flux sees no password, and learns who you are there, your e-mail address and your name.',
      ],
    },
    {
      slug: 'two-providers',
      question: 'Can I sign in with more than one provider?',
      answer: [
        'Yes. Add the others under Ways to sign in on your [profile](/profile). Do that before you use them to sign in: an account is never found by its e-mail address, so the same address at a second provider makes a second account.',
      ],
    },
    {
      slug: 'plans',
      question: 'What do the plans include?',
      answer: [
        'Indie is free: one application with three revisions. Pro is listed at {proPrice} a month: three applications with three revisions each. Pro+ is listed at {proPlusPrice} a month: twelve applications with three revisions each. Enterprise is agreed on by request and has no limit on applications.',
        'Pro and Pro+ come with an invitation to our Discord where there is one. The prices that hold here are those on the page [Subscriptions](/subscriptions#pricing).',
      ],
    },
    {
      slug: 'revisions',
      question: 'What is a revision?',
      answer: [
        'A stored version of an application, the first one included. Delete a version that is not the active one, and its place is free again.',
      ],
    },
    {
      slug: 'without-a-plan',
      question: 'What can I do without a plan?',
      answer: [
        'Play, and join organizations that invite you. To upload you need a plan, which may be Indie. Whoever has none is led to the plans after five seconds, unless they choose Cancel.',
      ],
    },
    {
      slug: 'display-name',
      question: 'How do I change my display name?',
      answer: [
        'On your [profile](/profile). It shows on your applications and to members of your organizations. Your e-mail address follows the provider that you sign in with.',
      ],
    },
    {
      slug: 'where-signed-in',
      question: 'How do I sign out of another computer?',
      answer: [
        'Your [profile](/profile) lists where you are signed in, and ends any of it. A sign-in ends by itself after 30 days, or after 7 days without use.',
      ],
    },
    {
      slug: 'download-my-data',
      question: 'Can I take my data with me?',
      answer: [
        'Yes. Download your data on your [profile](/profile) gives you a zip with everything that Flux knows of you, and the original file of each version that you published and that is still kept. You are asked to sign in once more before.',
      ],
    },
    {
      slug: 'delete-account',
      question: 'How do I delete my account?',
      answer: [
        'On your [profile](/profile), after signing in once more. Your applications with all their versions, the organizations that you are alone in, your plan and every way to sign in go with it, at once and for good.',
        'An organization of yours that has other members must be handed over or deleted first. Versions that you uploaded to applications of others stay there without your name.',
      ],
    },
  ],
};
