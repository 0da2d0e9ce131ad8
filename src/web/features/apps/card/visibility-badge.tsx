import type { ApplicationCard } from '#shared/apps.ts';
import { Badge } from '../../../ui/badge.tsx';

/** Who can play it: everybody, those who may, or nobody. */
export function VisibilityBadge({
  app,
}: {
  app: Pick<ApplicationCard, 'isPublic' | 'isOffline' | 'takenDown'>;
}) {
  if (app.takenDown) return <Badge tone="danger">Taken offline</Badge>;
  if (app.isOffline) return <Badge tone="danger">Offline</Badge>;
  return <Badge>{app.isPublic ? 'Public' : 'Private'}</Badge>;
}
