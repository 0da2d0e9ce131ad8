import { useQueryClient } from '@tanstack/react-query';
import { useSingleMutation } from '../../lib/hooks/use-single-mutation.ts';
import { useConfirmedCall } from '../../lib/session/confirmed-call.ts';
import { useShowBanner } from './banners.tsx';
import { adminKey } from './refresh.ts';

interface AdminChangeOptions<Input> {
  /** The id of the changed object, if there are several. */
  keyOf?: (input: Input) => string;
  /** Shows the expected result before the response, and returns a function that reverts it. */
  showAhead?: (input: Input) => () => void;
  /** Unlike callbacks of one call, these also run after the user has left the page. */
  onSuccess?: (input: Input) => void;
  onError?: (error: Error) => void;
}

/**
 * A change by an administrator, after a fresh sign-in if the server requires one. Everything visible is
 * refetched, even after a failure: another administrator may have been faster.
 */
export function useAdminChange<Input, Answer>(
  make: (input: Input) => Promise<Answer>,
  { keyOf, showAhead, onSuccess, onError }: AdminChangeOptions<Input> = {},
) {
  const client = useQueryClient();
  const confirmed = useConfirmedCall();
  const tell = useShowBanner();
  return useSingleMutation<Answer, Input, (() => void) | undefined>({
    keyOf,
    mutationFn: (input) => {
      tell.clear();
      return confirmed(() => make(input));
    },
    onMutate: async (input) => {
      if (!showAhead) return undefined;
      // A response from before the change would revert the optimistic update.
      await client.cancelQueries({ queryKey: adminKey });
      return showAhead(input);
    },
    onSuccess: (_answer, input) => onSuccess?.(input),
    onError: (error, _input, takeBack) => {
      takeBack?.();
      onError?.(error);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: adminKey });
    },
  });
}
