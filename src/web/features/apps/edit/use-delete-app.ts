import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApplicationCard, deleteApplication } from '#shared/apps/apps.ts';
import { call, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/apps/edit.ts';
import { format } from '#web/i18n/format.ts';
import { toast } from '#web/ui/loading/toast.tsx';
import { refetchCounts, removeCardWithUndo } from '../list/cached-lists.ts';

/** Removes it at once, and restores it with a toast if the deletion fails. */
export function useDeleteApp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (app: ApplicationCard) => call(deleteApplication, { params: { id: app.id } }),
    onMutate: (app) => removeCardWithUndo(client, app.id),
    onSuccess: (_, app) => {
      refetchCounts(client);
      // Navigating back to its page shows a 404 too.
      client.removeQueries({ queryKey: ['application', app.id] });
      toast(format(texts.applicationNameDeletedSuccessfully, { name: app.name }));
    },
    onError: (error, _, putBack) => {
      putBack?.();
      toast(format(texts.failedToDeleteApplicationError, { error: messageOf(error) }), { failed: true });
    },
  });
}
