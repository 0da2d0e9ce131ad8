import type { ApplicationCard } from '#shared/apps/apps.ts';
import { texts } from '#web/i18n/en/apps/card.ts';
import { Badge } from '#web/ui/layout/badge.tsx';

/** Who can play it: everyone, permitted users, or nobody. */
export function VisibilityBadge({
  app,
}: {
  app: Pick<ApplicationCard, 'isPublic' | 'isOffline' | 'takenDown'>;
}) {
  if (app.takenDown) return <Badge tone="danger">{texts.takenOffline}</Badge>;
  if (app.isOffline) return <Badge tone="danger">{texts.offline}</Badge>;
  return <Badge>{app.isPublic ? texts.public : texts.private}</Badge>;
}
