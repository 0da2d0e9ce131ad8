import { useQueryClient } from '@tanstack/react-query';
import { useConfirmedCall } from '../../lib/confirmed-call.ts';
import { useSingleMutation } from '../../lib/use-single-mutation.ts';
import { useTell } from './banners.tsx';
import { adminKey } from './refresh.ts';

/**
 * A change by an administrator, after a fresh sign-in where the server wants one. All that is shown is asked for again,
 * also where it failed: another administrator may have been faster.
 */
export function useAdminChange<Input, Answer>(make: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  const confirmed = useConfirmedCall();
  const tell = useTell();
  return useSingleMutation<Answer, Input>({
    mutationFn: (input) => {
      tell.clear();
      return confirmed(() => make(input));
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: adminKey });
    },
  });
}
