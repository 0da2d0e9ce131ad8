import { useQuery } from '@tanstack/react-query';
import { acceptInvitation, declineInvitation, getInvitation } from '#shared/orgs/orgs.ts';
import { call } from '#web/api.ts';
import { useChange } from '../use-organizations.ts';
import { invitationsKey } from './use-own-invitations.ts';

/** The invitation of an e-mail's link. */
export function useInvitation(id: string, userId: string) {
  return useQuery({
    queryKey: [...invitationsKey, 'one', id, userId],
    queryFn: ({ signal }) => call(getInvitation, { params: { id }, signal }),
  });
}

/** After the answer, the invitation and its panel are gone. */
export const useAccept = (id: string, onSuccess: () => void) =>
  useChange(() => call(acceptInvitation, { params: { id } }), { onSuccess });

export const useDecline = (id: string, onSuccess: () => void) =>
  useChange(() => call(declineInvitation, { params: { id } }), { onSuccess });
