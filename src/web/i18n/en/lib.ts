import { area } from '../namespace.ts';

export const texts = area({
  bytes: 'Bytes',
  awaitingApproval: 'Awaiting approval',
  sentBack: 'Sent back',
  unknownDate: 'Unknown date',
  invalidDate: 'Invalid date',
  nameAndId: '{name} ({id})',
  nameOwnerAndId: '{name} ({owner}, {id})',
  justNow: 'just now',
});
