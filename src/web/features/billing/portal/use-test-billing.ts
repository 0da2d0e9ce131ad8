import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readTestBilling, type TestBilling } from '#shared/billing/test-payments.ts';
import { call } from '#web/api.ts';
import { useSingleMutation } from '#web/lib/hooks/use-single-mutation.ts';

const keyOf = (session: string) => ['test-billing', session];

export function useTestBilling(session: string) {
  return useQuery({
    queryKey: keyOf(session),
    queryFn: ({ signal }) => call(readTestBilling, { query: { session }, signal }),
    staleTime: 0,
  });
}

/** Each action on the page returns the new state of the page. */
export function useBillingChange(session: string, onDone?: () => void) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (ask: () => Promise<TestBilling>) => ask(),
    onSuccess: (billing) => {
      client.setQueryData(keyOf(session), billing);
      onDone?.();
    },
    onError: () => client.invalidateQueries({ queryKey: keyOf(session) }),
  });
}
