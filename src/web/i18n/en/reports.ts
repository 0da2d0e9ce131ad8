import { namespace } from '../namespace.ts';

export const texts = namespace({
  report: 'Report',
  itHarmsDevicesOrAsksForPasswords: 'It harms devices, or asks for passwords or money.',
  itUsesSomebodyElsesWork: 'It uses somebody else’s work.',
  itThreatensDemeansOrExploitsPeople: 'It threatens, demeans or exploits people.',
  itDoesNotStartOrItStops: 'It does not start, or it stops in the middle.',
  describeItBelow: 'Describe it below.',
  pleaseEnterAValidEMailAddress: 'Please enter a valid e-mail address',
  reportName: 'Report {name}',
  administratorsReadItAndDecideWhat:
    'Administrators read it and decide what to do. They do not tell the creator who you are.',
  yourReportHasNotBeenSent: 'Your report has not been sent.',
  whatIsWrongWithIt: 'What is wrong with it?',
  details: 'Details',
  email: 'Email',
  onlyForQuestionsAboutYourReport: 'Only for questions about your report.',
  sending: 'Sending...',
  sendReport: 'Send Report',
  anAdministratorTookThisApplication: 'An administrator took this application offline on {at}',
  nobodyElseCanOpenItYouCan:
    'Nobody else can open it. You can download it, upload another version of it, or delete it. It stays offline until an administrator brings it back.',
  itsOwnerSeesThisTooOnly:
    'Its owner sees this too. Only administrators can play it. It stays offline until one of them brings it back.',
});
