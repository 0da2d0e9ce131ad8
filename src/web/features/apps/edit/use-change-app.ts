import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApplicationCard, type EditedApplication, updateApplication } from '#shared/apps/apps.ts';
import { call, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/apps/edit.ts';
import { toast } from '#web/ui/loading/toast.tsx';
import { applyEdit, toCard } from '../list/apply-edit.ts';

/** Undefined fields stay unchanged, so that they cannot undo changes by others. */
export interface Edit {
  name: string | undefined;
  description: string | undefined;
  isPublic: boolean | undefined;
  organizationId: string | undefined;
  /** Undefined keeps it, null removes it. */
  thumbnail: File | null | undefined;
}

type Fields = Omit<Edit, 'thumbnail'>;

const savedText = texts.applicationDetailsUpdated;

/** Saves, and offers Undo, except for a picture: Flux keeps only the newest. */
export function useEditApp(app: ApplicationCard, onDone: () => void) {
  const client = useQueryClient();
  const show = (edited: EditedApplication) => {
    applyEdit(client, toCard(edited));
    void client.invalidateQueries({ queryKey: ['application', app.id] });
  };
  const back = useMutation({
    mutationFn: (body: Fields) => call(updateApplication, { params: { id: app.id }, body }),
    onSuccess: (edited) => {
      show(edited);
      toast(savedText);
    },
    onError: (error) => toast(messageOf(error), { failed: true }),
  });
  return useMutation({
    mutationFn: ({ thumbnail, ...fields }: Edit) =>
      call(updateApplication, {
        params: { id: app.id },
        body: { ...fields, removeThumbnail: thumbnail === null ? true : undefined },
        files: thumbnail ? { thumbnail } : {},
      }),
    // The response decides how the application is listed.
    onMutate: (edit) => previousFields(app, edit),
    onSuccess: (edited, _, before) => {
      show(edited);
      if (before && canUndoEdit(before, edited)) toast.undo(savedText, () => back.mutate(before));
      else toast(savedText);
      onDone();
    },
  });
}

/** The previous values of the edited fields; null if they cannot be restored. */
export function previousFields(app: ApplicationCard, edit: Edit): Fields | null {
  const { name, description, organizationId } = app;
  const moved = edit.organizationId !== undefined;
  if (edit.thumbnail !== undefined || (moved && organizationId === null)) return null;
  return {
    name: edit.name === undefined ? undefined : name,
    description: edit.description === undefined ? undefined : description,
    isPublic: edit.isPublic === undefined ? undefined : app.isPublic || app.wantsPublic,
    organizationId: (moved && organizationId) || undefined,
  };
}

/** Whether they restore everything: moving back to an organization may be refused, or end an approval. */
export function canUndoEdit({ organizationId }: Fields, { can }: Pick<EditedApplication, 'can'>): boolean {
  return organizationId === undefined || can.moveBack;
}
