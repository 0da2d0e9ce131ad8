import type { ReactNode } from 'react';
import { messageOf } from '../../api.ts';
import { useInView } from '../../lib/use-in-view.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AppCard, AppCardSkeleton } from './app-card.tsx';
import { useApplications } from './use-applications.ts';

interface GalleryProps {
  mine: boolean;
  /** What stands here where there is nothing to list. */
  empty: ReactNode;
}

export function Gallery({ mine, empty }: GalleryProps) {
  const list = useApplications({ mine });
  if (list.isPending) return <Waiting />;
  if (list.isError && !list.data) {
    return (
      <ErrorState title="Failed to fetch applications" onRetry={() => list.refetch()}>
        {messageOf(list.error)}
      </ErrorState>
    );
  }
  const apps = list.data.pages.flatMap((page) => page.items);
  if (apps.length === 0) return empty;
  return (
    <>
      <Grid>
        {apps.map((app) => (
          <li key={app.id}>
            <AppCard app={app} />
          </li>
        ))}
        {list.isFetchingNextPage && <Placeholders count={4} />}
      </Grid>
      {list.hasNextPage && (
        <More
          failed={list.isFetchNextPageError}
          busy={list.isFetchingNextPage}
          onMore={() => list.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}

/** Loads the next page when it comes near; the button is there for those who do not scroll. */
function More({ failed, busy, onMore }: { failed: boolean; busy: boolean; onMore: () => void }) {
  const sentinel = useInView<HTMLDivElement>(() => {
    if (!failed && !busy) onMore();
  });
  return (
    <div ref={sentinel} className="mt-10 grid justify-items-center gap-3">
      {failed && (
        <p role="alert" className="text-danger">
          The next applications could not be loaded.
        </p>
      )}
      <Button onClick={onMore} disabled={busy}>
        {failed ? 'Try Again' : 'Load more'}
      </Button>
    </div>
  );
}

function Waiting() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading applications…
      </p>
      <Grid hidden>
        <Placeholders count={8} />
      </Grid>
    </div>
  );
}

const Placeholders = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
    <li key={index} aria-hidden="true">
      <AppCardSkeleton />
    </li>
  ));

function Grid({ children, hidden }: { children: ReactNode; hidden?: boolean }) {
  return (
    <ul
      aria-hidden={hidden}
      className="grid grid-cols-1 gap-x-6 gap-y-10 min-[480px]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
    >
      {children}
    </ul>
  );
}
