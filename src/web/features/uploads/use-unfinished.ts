import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listUploads } from '#shared/versions/uploads.ts';
import { call } from '../../api.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { heldWebLocks } from '../../lib/page/web-lock.ts';
import { toast } from '../../ui/loading/toast.tsx';
import { idsBegunHere, terminateUpload } from './send-file.ts';
import { isFor, stateOf, type Unfinished } from './unfinished.ts';

const uploadsKey = ['uploads'];
const followMilliseconds = 3_000;

async function fetchUnfinished(): Promise<Unfinished[]> {
  const uploads = await call(listUploads);
  // Asked after it: what a tab has let go of until now is as it was left.
  const [begunHere, held] = await Promise.all([idsBegunHere(), heldWebLocks()]);
  return uploads.map((upload) => {
    const here = begunHere.has(upload.id);
    return { ...upload, here, state: stateOf(upload, here, held) };
  });
}

/** @param isFollowed asks again and again while something is done with one of them elsewhere */
export function useUnfinished({ isFollowed = false } = {}) {
  return useQuery({
    queryKey: uploadsKey,
    queryFn: fetchUnfinished,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isFollowed && state.data?.some((upload) => upload.state !== 'waiting') && followMilliseconds,
  });
}

/** Asked right before sending: which uploads may be gone on with as the target; null where the server could not say. */
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
      return new Set(uploads.filter((upload) => isFor(upload, target)).map(({ id }) => id));
    } catch {
      return null;
    }
  };
}

/** Its notice goes at once, and comes back where it could not be discarded. */
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
      // Unless somebody else is here by now, whose list is not there yet.
      client.setQueryData<Unfinished[]>(uploadsKey, (now) => now && before);
      toast(texts.theUploadCouldNotBeDiscarded, { failed: true });
    },
    onSettled: () => client.invalidateQueries({ queryKey: uploadsKey }),
  });
}
