import { type Mutation, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';

interface SingleMutationOptions<Data, Input, Context>
  extends Omit<UseMutationOptions<Data, Error, Input, Context>, 'mutationKey'> {
  /** The id of the changed object, if there are several: changes of different objects run in parallel. */
  keyOf?: (input: Input) => string;
}

/**
 * A mutation that runs once at a time. A button is rendered as busy a moment after the click, and a second
 * click may come before. `takeBack` is for an Undo, which runs only once: it also runs while another change
 * does.
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
