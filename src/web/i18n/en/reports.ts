import { namespace } from '../namespace.ts';

export const texts = namespace({
  report: 'Report',
  itHarmsDevicesOrAsksForPasswords: 'It harms devices, or asks for passwords or money.',
  itUsesWhatBelongsToSomebodyElse: 'It uses what belongs to somebody else.',
  itThreatensDemeansOrExploitsPeople: 'It threatens, demeans or exploits people.',
  itDoesNotStartOrItStops: 'It does not start, or it stops in the middle.',
  sayItInYourOwnWordsBelow: 'Say it in your own words below.',
  pleaseEnterAValidEMailAddress: 'Please enter a valid e-mail address',
  reportName: 'Report {name}',
  administratorsReadItAndDecideWhat:
    'Administrators read it and decide what to do. Whoever made it is not told who you are.',
  yourReportHasNotBeenSent: 'Your report has not been sent.',
  whatIsWrongWithIt: 'What is wrong with it?',
  details: 'Details',
  email: 'Email',
  forAQuestionAboutYourReportAnd: 'For a question about your report, and for nothing else.',
  sending: 'Sending...',
  sendReport: 'Send Report',
  anAdministratorTookThisApplication: 'An administrator took this application offline on {at}',
  nobodyElseCanOpenItYouCan:
    'Nobody else can open it. You can download it, upload another version of it, or delete it. It stays offline until an administrator brings it back.',
  itsOwnerReadsThisTooAnd:
    'Its owner reads this, too, and administrators alone can play it. It stays offline until one of you brings it back.',
});
