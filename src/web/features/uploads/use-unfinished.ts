import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listUploads } from '#shared/versions/uploads.ts';
import { call } from '../../api.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { heldWebLocks } from '../../lib/page/web-lock.ts';
import { toast } from '../../ui/loading/toast.tsx';
import { resumableUploadIds, terminateUpload } from './send-file.ts';
import { canResumeFor, type Unfinished, uploadState } from './unfinished.ts';

const uploadsKey = ['uploads'];
const followMilliseconds = 3_000;

async function fetchUnfinished(): Promise<Unfinished[]> {
  const uploads = await call(listUploads);
  // Fetched after the list: uploads whose lock was released until now are in their final state.
  const [begunHere, held] = await Promise.all([resumableUploadIds(), heldWebLocks()]);
  return uploads.map((upload) => {
    const here = begunHere.has(upload.id);
    return { ...upload, here, state: uploadState(upload, here, held) };
  });
}

/** @param isFollowed polls while an upload is active elsewhere */
export function useUnfinished({ isFollowed = false } = {}) {
  return useQuery({
    queryKey: uploadsKey,
    queryFn: fetchUnfinished,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isFollowed && state.data?.some((upload) => upload.state !== 'waiting') && followMilliseconds,
  });
}

/** Fetched right before sending: the uploads that may be resumed for the target; null if the request failed. */
export function useOpenIds(target: string) {
  const client = useQueryClient();
  return async (): Promise<ReadonlySet<string> | null> => {
    try {
      const uploads = await client.fetchQuery({
        queryKey: uploadsKey,
        queryFn: fetchUnfinished,
        staleTime: 0,
        retry: false,
      });
      return new Set(uploads.filter((upload) => canResumeFor(upload, target)).map(({ id }) => id));
    } catch {
      return null;
    }
  };
}

/** Its notice disappears at once, and comes back if discarding fails. */
export function useDiscard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: terminateUpload,
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: uploadsKey });
      const before = client.getQueryData<Unfinished[]>(uploadsKey);
      client.setQueryData<Unfinished[]>(uploadsKey, (uploads) =>
        uploads?.filter((upload) => upload.id !== id),
      );
      return before;
    },
    onError: (_, __, before) => {
      // Unless another account is signed in by now, whose list is not loaded yet.
      client.setQueryData<Unfinished[]>(uploadsKey, (now) => now && before);
      toast(texts.theUploadCouldNotBeDiscarded, { failed: true });
    },
    onSettled: () => client.invalidateQueries({ queryKey: uploadsKey }),
  });
}
