import { type Mutation, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';

interface SingleMutationOptions<Data, Input, Context>
  extends Omit<UseMutationOptions<Data, Error, Input, Context>, 'mutationKey'> {
  /** What is changed, where one of several is: a change of one does not hold up those of others. */
  keyOf?: (input: Input) => string;
}

/**
 * A change that is asked for once at a time. A button is drawn as busy a moment after it was clicked, and the second of
 * two clicks comes before. `takeBack` is for what can be asked for but once: it is made also while another change is.
 */
export function useSingleMutation<Data, Input = void, Context = unknown>({
  keyOf,
  ...options
}: SingleMutationOptions<Data, Input, Context>) {
  const client = useQueryClient();
  const mutationKey = [useId()];
  const mutation = useMutation({ ...options, mutationKey });
  const mutate: typeof mutation.mutate = (...given) => {
    const key = keyOf?.(given[0] as Input);
    const predicate = ({ state }: Mutation) => keyOf?.(state.variables as Input) === key;
    if (client.isMutating({ mutationKey, predicate }) === 0) mutation.mutate(...given);
  };
  return { ...mutation, mutate, takeBack: mutation.mutate };
}
