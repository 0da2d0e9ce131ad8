import { useQuery } from '@tanstack/react-query';
import { listOrganizations, type Organization } from '#shared/orgs/orgs.ts';
import { call } from '#web/api.ts';
import { organizationsKey } from '../use-organizations.ts';

/** All organizations that an account may upload to, by name. */
export function useUploadable(userId: string) {
  return useQuery({
    queryKey: [...organizationsKey, 'uploadable', userId],
    queryFn: ({ signal }) => fetchAll(userId, signal),
    // In another tab one may have been created, or a permission lost.
    staleTime: 0,
  });
}

async function fetchAll(userId: string, signal: AbortSignal): Promise<Organization[]> {
  const found: Organization[] = [];
  let cursor: string | undefined;
  do {
    const query = { userId, uploadable: true, limit: 100, cursor };
    const page = await call(listOrganizations, { query, signal });
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}
