import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api.ts';

export const invitationsKey = ['invitations'] as const;

/** Invitations of the signed-in account; undefined until known. */
export function useOwnInvitations(userId: string | undefined) {
  return useOwnInvitationsQuery(userId).data?.invitations;
}

export function useOwnInvitationsQuery(userId: string | undefined) {
  return useQuery({
    queryKey: [...invitationsKey, 'own', userId],
    queryFn: async ({ signal }) => {
      // Every page uses this hook. Other texts about organizations load with their own pages.
      const { listOwnInvitations } = await import('#shared/orgs/orgs.ts');
      return call(listOwnInvitations, { signal });
    },
    enabled: userId !== undefined,
  });
}
