import { namespace } from '../namespace.ts';

export const texts = namespace({
  bytes: 'Bytes',
  pendingApproval: 'Pending approval',
  sentBack: 'Sent back',
  unknownDate: 'Unknown date',
  invalidDate: 'Invalid date',
  nameAndId: '{name} ({id})',
  nameOwnerAndId: '{name} ({owner}, {id})',
  justNow: 'just now',
});
