import { useQuery } from '@tanstack/react-query';
import { useSession } from '../features/accounts/session.ts';
import { offlineQuery } from '../features/billing/offline/use-offline.ts';
import { useCurrentSubscription, useSubscriptions } from '../features/billing/use-subscriptions.ts';
import { texts } from '../i18n/en/shell/shell.ts';
import { useInitialLoad } from '../lib/hooks/use-initial-load.ts';
import { LoadingRegion } from '../ui/loading/loading-region.tsx';
import { Skeleton } from '../ui/loading/skeleton.tsx';

/**
 * Whether the session, the plan and the offline state are loaded. They decide the banners above a page, which would otherwise
 * push the page down. Stays true for the same user.
 */
export function useIsBooted(): boolean {
  const session = useSession();
  const userId = session.data?.user?.id;
  const subscriptions = useSubscriptions(userId);
  const offline = useQuery(offlineQuery(userId, useCurrentSubscription(userId)));
  return !useInitialLoad([session, subscriptions, offline], userId);
}

/** A placeholder for any page. It is as high as the window, so that the footer does not appear before the page. */
export function BootSkeleton() {
  return (
    <LoadingRegion label={texts.loading} isPage className="min-h-lvh">
      <div className="mx-auto grid max-w-content animate-late gap-6 px-4 pt-8 md:px-6 md:pt-12">
        <Skeleton className="h-9 w-56" />
        <Skeleton className="h-40 rounded-picture" />
      </div>
    </LoadingRegion>
  );
}
