import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  createOrganization,
  deleteOrganization,
  listOrganizations,
  updateOrganization,
} from '#shared/orgs/orgs.ts';
import { call } from '../../api.ts';
import { invitationsKey } from './invitations/use-own-invitations.ts';

export const organizationsKey = ['organizations'] as const;

/** The organizations of an account, page by page, by name. */
export function useOrganizations(userId: string, q: string) {
  return useInfiniteQuery({
    queryKey: [...organizationsKey, 'list', userId, q],
    queryFn: ({ pageParam, signal }) =>
      call(listOrganizations, { query: { userId, q: q || undefined, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

interface Told<Input, Output> {
  /** The id of the changed object, if there are several: changes of different objects run in parallel. */
  keyOf?: (input: Input) => string;
  /** Applies the expected result, and returns a function that reverts it. */
  onMutate?: (input: Input) => Promise<() => void>;
  /** Also called if the component that started the change is unmounted. */
  onSuccess?: (output: Output, input: Input) => void;
  onError?: (error: unknown, input: Input) => void;
}

/**
 * A change to organizations, their members or their invitations. Refetches them even after a failure: another
 * user may have been faster, or a permission may be lost.
 */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { keyOf = () => '', onMutate, onSuccess, onError }: Told<Input, Output> = {},
) {
  const client = useQueryClient();
  const underWay = useRef(new Set<string>());
  // Not by the mutation's own state, which is about the last one only, and others may be pending.
  const [error, setError] = useState<Error | null>(null);
  const mutation = useMutation({
    mutationFn: change,
    onMutate,
    onSuccess: (output, input) => onSuccess?.(output, input),
    onError: (error, input, takeBack) => {
      takeBack?.();
      setError(error);
      onError?.(error, input);
    },
    onSettled: async (_output, _error, input) => {
      underWay.current.delete(keyOf(input));
      // Applications show names of organizations; they refetch when they are next visible.
      for (const queryKey of [['applications'], ['application']])
        void client.invalidateQueries({ queryKey, refetchType: 'none' });
      await Promise.all(
        [organizationsKey, invitationsKey].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });
  // The second click of a double click arrives before the first one is rendered.
  const mutate: typeof mutation.mutate = (...given) => {
    const key = keyOf(given[0] as Input);
    if (underWay.current.has(key)) return;
    underWay.current.add(key);
    setError(null);
    mutation.mutate(...given);
  };
  return {
    mutate,
    // An Undo can be used only once, possibly while another change is pending.
    takeBack: mutation.mutate,
    // A refusal unlocks the form before the refetch has finished.
    isPending: mutation.isPending && error === null,
    isError: error !== null,
    error,
    /** Earlier errors are obsolete. */
    forget: () => setError(null),
  };
}

export interface OrganizationFields {
  name: string;
  description: string;
  isPublic: boolean;
  allowMemberUploads: boolean;
  requireApproval: boolean;
}

export function useCreateOrganization() {
  return useChange(({ allowMemberUploads, requireApproval, ...fields }: OrganizationFields) =>
    call(createOrganization, { body: { ...fields, settings: { allowMemberUploads, requireApproval } } }),
  );
}

/** Omitted fields stay unchanged, so that they cannot undo changes by others. */
export function useUpdateOrganization(id: string, told?: Told<Partial<OrganizationFields>, unknown>) {
  return useChange(
    ({ allowMemberUploads, requireApproval, ...fields }: Partial<OrganizationFields>) =>
      call(updateOrganization, {
        params: { id },
        body: { ...fields, settings: { allowMemberUploads, requireApproval } },
      }),
    told,
  );
}

export interface AppDisposition {
  /** Undefined if it has none. */
  applications: 'delete' | 'move' | undefined;
  moveTo: string | undefined;
}

export function useDeleteOrganization(id: string) {
  return useChange((fate: AppDisposition) =>
    call(deleteOrganization, { params: { id }, query: { ...fate } }),
  );
}
