import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listUploads, type Upload } from '#shared/uploads.ts';
import { call } from '../../api.ts';
import { texts } from '../../texts/en/uploads.ts';
import { toast } from '../../ui/toast.tsx';
import { idsBegunHere, terminateUpload } from './send-file.ts';

const uploadsKey = ['uploads'];

export interface Unfinished extends Upload {
  /** Begun in this browser, which can tell whether a chosen file is the same one. */
  here: boolean;
}

async function fetchUnfinished(): Promise<Unfinished[]> {
  const [uploads, here] = await Promise.all([call(listUploads), idsBegunHere()]);
  return uploads.map((upload) => ({ ...upload, here: here.has(upload.id) }));
}

export function useUnfinished() {
  return useQuery({
    queryKey: uploadsKey,
    queryFn: fetchUnfinished,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Asked right before sending; null where the server could not say. */
export function useOpenIds() {
  const client = useQueryClient();
  return async (): Promise<ReadonlySet<string> | null> => {
    try {
      const uploads = await client.fetchQuery({
        queryKey: uploadsKey,
        queryFn: fetchUnfinished,
        staleTime: 0,
        retry: false,
      });
      return new Set(uploads.map(({ id }) => id));
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
      toast(texts.itCouldNotBeDiscardedPleaseTry, { failed: true });
    },
    onSettled: () => client.invalidateQueries({ queryKey: uploadsKey }),
  });
}
