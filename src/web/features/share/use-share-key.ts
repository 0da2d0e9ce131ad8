import { useMutation } from '@tanstack/react-query';
import { renewShareKey, switchOffShareKey } from '#shared/apps/apps.ts';
import { call } from '../../api.ts';

/** Renews or disables the link of a private application, and returns its state. */
export function useShareKey(appId: string, onChanged: (shareUrl: string | null) => void) {
  const params = { id: appId };
  const renew = useMutation({
    mutationFn: () => call(renewShareKey, { params }),
    onSuccess: ({ shareUrl }) => onChanged(shareUrl),
  });
  const switchOff = useMutation({
    mutationFn: () => call(switchOffShareKey, { params }),
    onSuccess: () => onChanged(null),
  });
  return { renew, switchOff };
}
