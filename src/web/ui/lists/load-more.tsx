import { texts } from '../../i18n/en/ui.ts';
import { useInView } from '../../lib/hooks/use-in-view.ts';
import { Button } from '../forms/button.tsx';

interface LoadMoreProps {
  /** The message for a failed load. */
  failure: string;
  list: PagedList;
}

interface PagedList {
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: (options: { cancelRefetch: false }) => unknown;
}

/**
 * Loads the next page when it comes near; the button is for users who do not scroll. Give it a `key` for each
 * page: after a short page it stays visible, and only a new element notices.
 */
export function LoadMore({ failure, list }: LoadMoreProps) {
  const failed = list.isFetchNextPageError;
  const onMore = () => list.fetchNextPage({ cancelRefetch: false });
  // A list that is being refreshed loads no next page.
  const sentinel = useInView<HTMLDivElement>(!failed && !list.isFetching, onMore);
  return (
    <div ref={sentinel} className="mt-8 grid justify-items-center gap-3">
      {failed && (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
      <Button onClick={onMore} disabled={list.isFetchingNextPage}>
        {failed ? texts.tryAgain : texts.loadMore}
      </Button>
    </div>
  );
}
