import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  activateStorageConfig,
  createStorageConfig,
  deleteStorageConfig,
  isMoving,
  listStorageConfigs,
  moveFilesHere,
  stopMove,
  testStorageConfig,
  updateStorageConfig,
} from '#shared/storage/storage.ts';
import type { StorageConfigInput } from '#shared/storage/storage-form.ts';
import { call, messageOf } from '../../api.ts';
import { useSingleMutation } from '../../lib/hooks/use-single-mutation.ts';
import { useConfirmedCall } from '../../lib/session/confirmed-call.ts';
import { sessionKey } from '../../lib/session/retained-session.ts';
import { toast } from '../../ui/loading/toast.tsx';

const configsKey = ['storage-configs'];

/** Polls fast during a move, to show the progress; otherwise slowly. */
const movingMilliseconds = 1_000;
const restingMilliseconds = 30_000;

/** All configurations, the active one first. */
export function useStorageConfigs() {
  return useQuery({
    queryKey: configsKey,
    queryFn: ({ signal }) => call(listStorageConfigs, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ move }) => isMoving(move)) ? movingMilliseconds : restingMilliseconds,
  });
}

/** A change to a configuration. Refetches all configurations and the upload rules. */
function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  options: { onError?: (error: Error) => void } = {},
) {
  const client = useQueryClient();
  const confirmed = useConfirmedCall();
  return useSingleMutation({
    mutationFn: (input: Input) => confirmed(() => change(input)),
    // The request may contain a secret: it is not kept longer than its form.
    gcTime: 0,
    ...options,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: sessionKey });
      return client.invalidateQueries({ queryKey: configsKey });
    },
  });
}

/** Adds a configuration, or changes the one with this id. */
export function useSaveConfig(id: string | null) {
  return useChange((body: StorageConfigInput) =>
    id === null ? call(createStorageConfig, { body }) : call(updateStorageConfig, { params: { id }, body }),
  );
}

export const useTestConfig = (id: string) => useChange(() => call(testStorageConfig, { params: { id } }));

export const useActivateConfig = (id: string) =>
  useChange(() => call(activateStorageConfig, { params: { id } }));

/** For undoing an activation: shows its own errors, on any page. */
export const useActivateAgain = () =>
  useChange((id: string) => call(activateStorageConfig, { params: { id } }), {
    onError: (error) => toast(messageOf(error), { failed: true }),
  });

export const useDeleteConfig = (id: string) => useChange(() => call(deleteStorageConfig, { params: { id } }));

export const useMoveFiles = (id: string) => useChange(() => call(moveFilesHere, { params: { id } }));

export const useStopMove = (id: string) => useChange(() => call(stopMove, { params: { id } }));
