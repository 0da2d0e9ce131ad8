import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ApplicationEvent } from '#shared/apps/app-events.ts';
import { updateApplication } from '#shared/apps/apps.ts';
import type { Theme } from '#shared/apps/themes.ts';
import {
  activateVersion,
  approveVersion,
  deleteVersion,
  listVersions,
  sendVersionBack,
  type Version,
} from '#shared/versions/versions.ts';
import { call } from '../../api.ts';
import { texts } from '../../i18n/en/versions.ts';
import { format } from '../../i18n/format.ts';
import { refusalText } from '../../lib/session/refusal.ts';
import { toast } from '../../ui/loading/toast.tsx';
import { approvalsKey } from './approvals/use-approvals.ts';
import { canSwitchBack, withActive } from './set-active.ts';

const versionsKey = (appId: string) => ['versions', appId];

const fetchVersions = (appId: string, signal: AbortSignal) =>
  call(listVersions, { params: { id: appId }, signal });

/** All versions of an application, newest first. */
export function useVersions(appId: string) {
  return useQuery({
    queryKey: versionsKey(appId),
    queryFn: ({ signal }) => fetchVersions(appId, signal),
    select: ({ versions }) => versions,
    // Changes by other tabs or users appear when the page becomes visible, even if their event was missed.
    staleTime: 0,
  });
}

/** Refetches everything that shows this application. */
export function useRefreshApp(appId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: versionsKey(appId) }),
      client.invalidateQueries({ queryKey: ['application', appId] }),
      client.invalidateQueries({ queryKey: approvalsKey }),
      client.invalidateQueries({ queryKey: ['organizations'], refetchType: 'none' }),
      client.invalidateQueries({ queryKey: ['applications'], refetchType: 'none' }),
    ]);
}

type Listen = (tell: (events: ApplicationEvent[]) => void) => () => void;

/** Follows changes of the application by other tabs or users. */
export function useAppEvents(appId: string, listen: Listen): void {
  const client = useQueryClient();
  useEffect(
    () =>
      listen((events) => {
        if (!events.some((event) => event.kind === 'refresh' || event.id === appId)) return;
        void client.invalidateQueries({ queryKey: versionsKey(appId) });
        void client.invalidateQueries({ queryKey: ['application', appId] });
      }),
    [appId, client, listen],
  );
}

type Versions = Awaited<ReturnType<typeof fetchVersions>>;

/**
 * Shows the version as active immediately, and reverts after a failure. Refetches in any case: another user
 * may have been faster.
 */
function useSwitch(appId: string, told: { onSuccess: Told; onError?: (error: Error) => void }) {
  const client = useQueryClient();
  const refresh = useRefreshApp(appId);
  const queryKey = versionsKey(appId);
  return useMutation({
    // For a held-back version the user has already confirmed.
    mutationFn: ({ id: versionId, heldBack }: Version) =>
      call(activateVersion, { body: { appId, versionId, anyway: heldBack.length > 0 } }),
    onMutate: async (version) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Versions>(queryKey);
      if (before)
        client.setQueryData<Versions>(queryKey, {
          ...before,
          versions: withActive(before.versions, version.id),
        });
      return before;
    },
    onSuccess: (_, version, before) => told.onSuccess(version, before?.versions.find(isActive)),
    onError: (error, _, before) => {
      // Unless another account is signed in by now, whose list is not loaded yet.
      client.setQueryData<Versions>(queryKey, (now) => now && before);
      told.onError?.(error);
    },
    onSettled: refresh,
  });
}

type Told = (version: Version, before: Version | undefined) => void;

const isActive = (version: Version) => version.isActive;
const switchedText = ({ version, heldBack }: Version) =>
  format(heldBack.length > 0 ? texts.versionVersionIsNowActive : texts.successfullyRolledBackToVersion, {
    version,
  });

/** Activates another version, and offers Undo if possible. */
export function useActivate(appId: string) {
  const back = useSwitch(appId, {
    onSuccess: (version) => toast(switchedText(version)),
    onError: (error) => toast(refusalText(error, texts.failedToActivateVersion), { failed: true }),
  });
  return useSwitch(appId, {
    onSuccess: (version, before) => {
      if (canSwitchBack(before, version)) toast.undo(switchedText(version), () => back.mutate(before));
      else toast(switchedText(version));
    },
  });
}

export function useDelete(appId: string) {
  const refresh = useRefreshApp(appId);
  return useMutation({
    mutationFn: (version: Version) => call(deleteVersion, { params: { id: appId, versionId: version.id } }),
    onSettled: refresh,
  });
}

export function useApprove(appId: string) {
  const refresh = useRefreshApp(appId);
  return useMutation({
    mutationFn: (version: Version) => call(approveVersion, { params: { id: appId, versionId: version.id } }),
    onSettled: refresh,
  });
}

export function useSendBack(appId: string) {
  const refresh = useRefreshApp(appId);
  return useMutation({
    mutationFn: ({ version, note }: { version: Version; note: string }) =>
      call(sendVersionBack, { params: { id: appId, versionId: version.id }, body: { note } }),
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
    onSuccess: async () => {
      toast(texts.applicationDetailsUpdated);
      await refresh();
    },
  });
}
