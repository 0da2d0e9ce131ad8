import type { Category } from '../../question.ts';

export const account: Category = {
  slug: 'account-subscriptions',
  title: 'Account & Subscriptions',
  questions: [
    {
      slug: 'sign-in',
      question: 'How do I sign in?',
      answer: [
        'With your Google, GitHub or Microsoft account, depending on what this server supports. The first sign-in creates your account here. Flux gets your identity, e-mail address and name from the provider, but never your password.',
      ],
    },
    {
      slug: 'two-providers',
      question: 'Can I sign in with more than one provider?',
      answer: [
        'Yes. Add the others under Sign-in methods on your [profile](/profile) before you use them to sign in. Flux does not match accounts by e-mail address: the same address at a second provider creates a second account.',
      ],
    },
    {
      slug: 'plans',
      question: 'What do the plans include?',
      answer: [
        'Indie is free: one application with three revisions. Pro costs {proPrice} a month: three applications with three revisions each. Pro+ costs {proPlusPrice} a month: twelve applications with three revisions each. Enterprise is available on request and has no limit on applications.',
        'Pro and Pro+ include an invitation to our Discord if there is one. The page [Subscriptions](/subscriptions#pricing) shows the prices of this server.',
      ],
    },
    {
      slug: 'revisions',
      question: 'What is a revision?',
      answer: [
        'A stored version of an application, including the first. Delete an inactive version to free its place.',
      ],
    },
    {
      slug: 'without-a-plan',
      question: 'What can I do without a plan?',
      answer: [
        'Play, and join organizations that invite you. To upload you need a plan, such as the free Indie. Without a plan, the Plans page opens after five seconds unless you choose Cancel.',
      ],
    },
    {
      slug: 'display-name',
      question: 'How do I change my display name?',
      answer: [
        'On your [profile](/profile). Your applications and the members of your organizations show it. Your e-mail address comes from your sign-in provider.',
      ],
    },
    {
      slug: 'where-signed-in',
      question: 'How do I sign out of another computer?',
      answer: [
        'Your [profile](/profile) lists where you are signed in. Sign out any session there. A session expires after 30 days, or after 7 days without use.',
      ],
    },
    {
      slug: 'download-my-data',
      question: 'Can I take my data with me?',
      answer: [
        'Yes. Download your data on your [profile](/profile) gives you a zip with all your data on Flux and the stored original file of each version that you published. You must sign in again first.',
      ],
    },
    {
      slug: 'delete-account',
      question: 'How do I delete my account?',
      answer: [
        'On your [profile](/profile), after signing in again. This immediately and permanently deletes your applications with all their versions, organizations without other members, your plan and all sign-in methods.',
        'Transfer or delete your organizations with other members first. Versions that you uploaded to other people’s applications stay, without your name.',
      ],
    },
  ],
};
