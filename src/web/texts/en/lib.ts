import { area } from '../area.ts';

export const texts = area({
  bytes: 'Bytes',
  awaitingApproval: 'Awaiting approval',
  sentBack: 'Sent back',
  unknownDate: 'Unknown date',
  invalidDate: 'Invalid date',
  justNow: 'just now',
});
