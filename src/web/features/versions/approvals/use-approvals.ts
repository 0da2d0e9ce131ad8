import { useQuery } from '@tanstack/react-query';
import { listApprovals } from '#shared/versions/approvals.ts';
import { call } from '#web/api.ts';

export const approvalsKey = ['approvals'] as const;

const pollMilliseconds = 60_000;

/** The versions that await the viewer's approval, oldest first. */
export function useApprovals(userId: string) {
  return useQuery({
    queryKey: [...approvalsKey, userId],
    queryFn: ({ signal }) => call(listApprovals, { signal }),
    refetchInterval: pollMilliseconds,
  });
}
