import { namespace } from '../../namespace.ts';

export const texts = namespace({
  theLinkCouldNotBeCopied: 'The link could not be copied.',
  copied: 'Copied!',
  copyLink: 'Copy link',
  toQuestion: 'to ‘{question}’',
  searchTheQuestions: 'Search the questions',
  searchQuestionsAndAnswers: 'Search questions and answers...',
  countQuestions: '{count, plural, one {# question} other {# questions}}',
  noQuestionHasAllOfTheseWords: 'No question has all of these words.',
  showAllQuestions: 'Show all questions',
  stillNeedHelp: 'Still Need Help?',
  askAPersonYouGetAReply: 'Ask a person. You get a reply within 24 hours.',
  contactUs: 'Contact Us',
});
