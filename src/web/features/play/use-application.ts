import { useQuery } from '@tanstack/react-query';
import { type Application, getApplication } from '#shared/apps/apps.ts';
import { ApiError, call } from '../../api.ts';

export const applicationKey = (id: string, key: string | null) => ['application', id, key] as const;

/** One application; `key` is the share key of a private one. */
export function useApplication(id: string, key: string | null) {
  return useQuery({
    queryKey: applicationKey(id, key),
    queryFn: ({ signal }) =>
      call(getApplication, { params: { id }, query: { key: key ?? undefined }, signal }),
    // Switching tabs must not refetch and disturb a running game.
    refetchOnWindowFocus: false,
    // Neither may the end of a session.
    meta: { publicFields: (answer) => publicFields(answer as Application | undefined) },
  });
}

/** A public application as a visitor sees it. The organization may be private and is omitted until refetched. */
export function publicFields(app: Application | undefined): Application | undefined {
  if (!app?.isPublic) return undefined;
  return {
    ...app,
    organizationId: null,
    organization: null,
    uploadedByEmail: null,
    uploadedByUser: { ...app.uploadedByUser, email: null, role: null },
    takenDown: null,
    wantsPublic: false,
    approval: null,
    threadIsolation: null,
    singlePageRoutes: null,
    build: null,
    can: { play: true, edit: false, update: false, delete: false, approve: false, share: false },
  };
}

/** Whether it is known to be missing or forbidden, regardless of cached data. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'app_not_found';
}
