import { useMutation } from '@tanstack/react-query';
import { updateApplication } from '#shared/apps/apps.ts';
import type { PlayerSettingsChange } from '#shared/apps/player-settings.ts';
import { call } from '../../api.ts';
import { texts } from '../../i18n/en/player-settings.ts';
import { toast } from '../../ui/loading/toast.tsx';
import { useRefreshApp } from './use-versions.ts';

export function useUpdatePlayerSettings(appId: string) {
  const refresh = useRefreshApp(appId);
  return useMutation({
    mutationFn: (settings: PlayerSettingsChange) =>
      call(updateApplication, { params: { id: appId }, body: settings }),
    onSuccess: async () => {
      toast(texts.settingsSaved);
      await refresh();
    },
  });
}
