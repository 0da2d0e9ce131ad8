import { useQuery } from '@tanstack/react-query';
import { listOwnInvitations } from '#shared/orgs.ts';
import { call } from '../../../api.ts';

export const invitationsKey = ['invitations'] as const;

/** Invitations to whoever is signed in; undefined until they are known. */
export function useOwnInvitations(userId: string | undefined) {
  const { data } = useQuery({
    queryKey: [...invitationsKey, 'own', userId],
    queryFn: ({ signal }) => call(listOwnInvitations, { signal }),
    enabled: userId !== undefined,
  });
  return data?.invitations;
}
