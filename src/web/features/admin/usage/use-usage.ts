import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getBackgroundWork } from '#shared/admin/background-work.ts';
import { getUsage, getUsageHistory } from '#shared/admin/usage.ts';
import { call } from '#web/api.ts';
import { adminKey } from '../refresh.ts';

export function useUsage() {
  return useQuery({
    queryKey: [...adminKey, 'usage'],
    queryFn: ({ signal }) => call(getUsage, { signal }),
    refetchOnMount: 'always',
  });
}

export function useBackgroundWork() {
  return useQuery({
    queryKey: [...adminKey, 'background-work'],
    queryFn: ({ signal }) => call(getBackgroundWork, { signal }),
  });
}

export function useUsageHistory(days: number) {
  return useQuery({
    queryKey: [...adminKey, 'usage-history', days],
    queryFn: ({ signal }) => call(getUsageHistory, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });
}
