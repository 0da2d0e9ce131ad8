import { useQueryClient } from '@tanstack/react-query';
import { useSingleMutation } from '../../lib/hooks/use-single-mutation.ts';
import { useConfirmedCall } from '../../lib/session/confirmed-call.ts';
import { useShowBanner } from './banners.tsx';
import { adminKey } from './refresh.ts';

interface AdminChangeOptions<Input> {
  /** What is changed, where one of several is. */
  keyOf?: (input: Input) => string;
  /** Shows what the change most likely comes to before there is an answer, and gives back what takes that back. */
  showAhead?: (input: Input) => () => void;
  /** Unlike what is given with one change, these hold on whichever page the answer comes. */
  onSuccess?: (input: Input) => void;
  onError?: (error: Error) => void;
}

/**
 * A change by an administrator, after a fresh sign-in where the server wants one. All that is shown is asked for again,
 * also where it failed: another administrator may have been faster.
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
      // An answer from before the change would undo what is shown.
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
