import { namespace } from '../../namespace.ts';

export const texts = namespace({
  faq: 'FAQ',
  frequentlyAskedQuestions: 'Frequently asked questions',
  uploadingSharingAndPlayingAccounts:
    'Uploading, sharing and playing, accounts and plans. Each answer has its own link.',
  countDays: '{trialDays, plural, one {# day} other {# days}}',
});
