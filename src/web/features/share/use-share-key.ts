import { useMutation } from '@tanstack/react-query';
import { renewShareKey, switchOffShareKey } from '#shared/apps/apps.ts';
import { call } from '../../api.ts';

/** Renews the link of a private application, or switches it off; tells what the link is then. */
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
