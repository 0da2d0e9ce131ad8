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

/** The organizations of a person, page by page, by name. */
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
  /** What is changed, where one of several is: a change of one does not hold up those of others. */
  keyOf?: (input: Input) => string;
  /** Shows at once what is nearly certain, and answers how to take that back. */
  onMutate?: (input: Input) => Promise<() => void>;
  /** Also told where the part of the page that asked for the change has gone with it. */
  onSuccess?: (output: Output, input: Input) => void;
  onError?: (error: unknown, input: Input) => void;
}

/**
 * A change to organizations, their members or their invitations. What they are now is asked for again also where it
 * failed: somebody else may have been faster, or may have taken away the right to it.
 */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { keyOf = () => '', onMutate, onSuccess, onError }: Told<Input, Output> = {},
) {
  const client = useQueryClient();
  const underWay = useRef(new Set<string>());
  // Told by itself: what a mutation says of itself is about the last one, and others may be under way.
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
      // Cards and pages of applications name organizations; they ask when they are next looked at.
      for (const queryKey of [['applications'], ['application']])
        void client.invalidateQueries({ queryKey, refetchType: 'none' });
      await Promise.all(
        [organizationsKey, invitationsKey].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });
  // The second click of a double one comes before anything on the screen tells of the first.
  const mutate: typeof mutation.mutate = (...given) => {
    const key = keyOf(given[0] as Input);
    if (underWay.current.has(key)) return;
    underWay.current.add(key);
    setError(null);
    mutation.mutate(...given);
  };
  return {
    mutate,
    // What a notification offers can be taken but once, and maybe while another change is under way.
    takeBack: mutation.mutate,
    // Who reads a refusal can go on, also while the rest is still asked for again.
    isPending: mutation.isPending && error === null,
    isError: error !== null,
    error,
    /** What failed is no longer of interest. */
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

/** What is not given stays, so that it cannot undo what somebody else changed meanwhile. */
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
  /** Undefined where it has none. */
  applications: 'delete' | 'move' | undefined;
  moveTo: string | undefined;
}

export function useDeleteOrganization(id: string) {
  return useChange((fate: AppDisposition) =>
    call(deleteOrganization, { params: { id }, query: { ...fate } }),
  );
}
