import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApplicationCard, deleteApplication, updateApplication } from '#shared/apps.ts';
import { call, messageOf } from '../../../api.ts';
import { toast } from '../../../ui/toast.tsx';
import { cardOf, recount, removeCard, replaceCard } from '../list/cached-lists.ts';

export interface Edit {
  name: string;
  description: string;
  isPublic: boolean;
  /** Undefined leaves it. */
  organizationId: string | undefined;
  /** Undefined leaves it, null takes it away. */
  thumbnail: File | null | undefined;
}

export function useEditApp(app: ApplicationCard, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ thumbnail, ...fields }: Edit) =>
      call(updateApplication, {
        params: { id: app.id },
        body: { ...fields, removeThumbnail: thumbnail === null ? true : undefined },
        files: thumbnail ? { thumbnail } : {},
      }),
    onSuccess: (edited) => {
      replaceCard(client, cardOf(edited));
      recount(client);
      void client.invalidateQueries({ queryKey: ['application', app.id] });
      toast('Application details updated successfully!');
      onDone();
    },
  });
}

/** What went wrong stands in a toast: it goes by itself after five seconds. */
export function useDeleteApp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (app: ApplicationCard) => call(deleteApplication, { params: { id: app.id } }),
    onSuccess: (_, app) => {
      removeCard(client, app.id);
      recount(client);
      toast(`Application "${app.name}" deleted successfully`);
    },
    onError: (error) => toast(`Failed to delete application: ${messageOf(error)}`, { failed: true }),
  });
}
