import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteMe } from '#shared/accounts/accounts.ts';
import { checkExport, exportPath, getOwnedContent } from '#shared/accounts/personal-data.ts';
import { call } from '#web/api.ts';
import { clearAccount, endSession } from '../end-session.ts';

const ownedContent = {
  queryKey: ['ownedContent'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getOwnedContent, { signal }),
};

export function useOwnedContent() {
  return useQuery(ownedContent);
}

/** Whether the server currently considers the sign-in fresh. */
export function useCheckFreshSignIn() {
  const client = useQueryClient();
  return async () => (await client.fetchQuery({ ...ownedContent, staleTime: 0 })).freshSignIn;
}

export function useDeleteAccount(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (confirm: string) => endSession(client, () => call(deleteMe, { body: { confirm } })),
    onSuccess: () => {
      onDone();
      clearAccount(client);
    },
  });
}

/** Only starts the download: the browser saves the response, and no page holds it in memory. */
export function useDownloadData() {
  return useMutation({
    mutationFn: () => call(checkExport),
    onSuccess: () => follow(exportPath),
  });
}

/** A download link: whatever the response, this page stays. */
function follow(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}
