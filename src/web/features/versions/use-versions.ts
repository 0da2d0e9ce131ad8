import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { applicationEventSchema, applicationEventsPath } from '#shared/app-list.ts';
import { updateApplication } from '#shared/apps.ts';
import type { Theme } from '#shared/themes.ts';
import { activateVersion, deleteVersion, listVersions, type Version } from '#shared/versions.ts';
import { call } from '../../api.ts';
import { readJson } from '../../lib/read-json.ts';

const versionsKey = (appId: string) => ['versions', appId];

/** All versions of an application, newest first. */
export function useVersions(appId: string) {
  return useQuery({
    queryKey: versionsKey(appId),
    queryFn: ({ signal }) => call(listVersions, { params: { id: appId }, signal }),
    select: ({ versions }) => versions,
    // What another tab or person did shows as soon as one looks here again, where the event of it was missed.
    staleTime: 0,
  });
}

/** Asks again for everything that shows this application. */
export function useRefreshApp(appId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: versionsKey(appId) }),
      client.invalidateQueries({ queryKey: ['application', appId] }),
      client.invalidateQueries({ queryKey: ['applications'], refetchType: 'none' }),
    ]);
}

/** Follows what happens to the application elsewhere, in another tab or by another person. */
export function useAppEvents(appId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const events = new EventSource(applicationEventsPath);
    events.onmessage = ({ data }) => {
      const event = applicationEventSchema.safeParse(readJson(data));
      if (!event.success) return;
      if (event.data.kind !== 'refresh' && event.data.id !== appId) return;
      void client.invalidateQueries({ queryKey: versionsKey(appId) });
      void client.invalidateQueries({ queryKey: ['application', appId] });
    };
    return () => events.close();
  }, [appId, client]);
}

/** Also where it failed: it may be that somebody else was faster. */
export function useActivate(appId: string) {
  const refresh = useRefreshApp(appId);
  return useMutation({
    mutationFn: (version: Version) => call(activateVersion, { body: { appId, versionId: version.id } }),
    onSettled: refresh,
  });
}

export function useDelete(appId: string) {
  const refresh = useRefreshApp(appId);
  return useMutation({
    mutationFn: (version: Version) => call(deleteVersion, { params: { id: appId, versionId: version.id } }),
    onSettled: refresh,
  });
}

export interface Details {
  name: string;
  description: string;
  theme: Theme;
}

export function useUpdateDetails(appId: string) {
  const refresh = useRefreshApp(appId);
  return useMutation({
    mutationFn: (details: Partial<Details>) =>
      call(updateApplication, { params: { id: appId }, body: details }),
    onSuccess: refresh,
  });
}
