import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';

/**
 * A change that is asked for once at a time. A button is drawn as busy a moment after it was clicked, and the second of
 * two clicks comes before. `takeBack` is for what can be asked for but once: it is made also while another change is.
 */
export function useSingleMutation<Data, Input = void, Context = unknown>(
  options: Omit<UseMutationOptions<Data, Error, Input, Context>, 'mutationKey'>,
) {
  const client = useQueryClient();
  const mutationKey = [useId()];
  const mutation = useMutation({ ...options, mutationKey });
  const mutate: typeof mutation.mutate = (...input) => {
    if (client.isMutating({ mutationKey }) === 0) mutation.mutate(...input);
  };
  return { ...mutation, mutate, takeBack: mutation.mutate };
}
