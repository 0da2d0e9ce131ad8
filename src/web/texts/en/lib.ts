import { area } from '../area.ts';

export const texts = area({
  bytes: 'Bytes',
  sizeAndUnit: '{size} {unit}',
  awaitingApproval: 'Awaiting approval',
  sentBack: 'Sent back',
  unknownDate: 'Unknown date',
  invalidDate: 'Invalid date',
  justNow: 'just now',
});
