import { useQuery } from '@tanstack/react-query';
import { getCounts } from '#shared/admin/admin.ts';
import { call } from '../../api.ts';
import { adminKey } from './refresh.ts';

/** The counts of all administration lists. */
export function useCounts() {
  return useQuery({
    queryKey: [...adminKey, 'counts'],
    queryFn: ({ signal }) => call(getCounts, { signal }),
  });
}
