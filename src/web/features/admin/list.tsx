import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '#shared/contract/contract.ts';
import { messageOf } from '../../api.ts';
import { texts } from '../../i18n/en/admin.ts';
import { type Column, DataTable, DataTableSkeleton } from '../../ui/lists/data-table.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';

type LoadedPages<Row> = UseInfiniteQueryResult<InfiniteData<Page<Row>>>;

/** How every list here comes: the last answer stays until the next one is there. */
export const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
};

/** What there are lists of, and what each says while it comes and where more of it does not. */
const words = {
  users: { loading: texts.loadingUsers, noMore: texts.moreUsers },
  organizations: { loading: texts.loadingOrganizations, noMore: texts.moreOrganizations },
  applications: { loading: texts.loadingApplications, noMore: texts.moreApplications },
  reports: { loading: texts.loadingReports, noMore: texts.moreReports },
  supportRequests: { loading: texts.loadingSupportRequests, noMore: texts.moreSupportRequests },
  auditLog: { loading: texts.loadingAuditLog, noMore: texts.moreAuditLog },
  mails: { loading: texts.loadingEMails, noMore: texts.moreMails },
};
type Listed = keyof typeof words;

interface PagedListProps<Row> {
  list: LoadedPages<Row>;
  of: Listed;
  /** What could not be loaded, and what stands where there is nothing. */
  failed: string;
  empty: string;
  emptyText?: ReactNode;
  /** Stands for what is coming, in its shape. */
  waiting: (label: string, rows?: number) => ReactNode;
  /** Draws what is there; `busy` where another answer is being waited for. */
  children: (rows: Row[], busy: boolean) => ReactNode;
}

/** A list page by page, in each of its states. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, of, failed, empty, emptyText, waiting, children } = props;
  if (list.isPending) return waiting(words[of].loading);
  if (!list.data) {
    return (
      <ErrorState level={2} title={failed} onRetry={() => list.refetch()}>
        {messageOf(list.error)}
      </ErrorState>
    );
  }
  const rows = list.data.pages.flatMap((page) => page.items);
  const nothing = rows.length === 0 && !list.isPlaceholderData;
  return (
    <>
      {!nothing && children(rows, list.isPlaceholderData)}
      {/* A search is answered a stretch of the list at a time: before its end nothing is missing. */}
      {nothing && list.hasNextPage && waiting(texts.searchingForMore, 3)}
      <div role="status">
        {nothing && !list.hasNextPage && (
          <EmptyState level={2} title={empty}>
            {emptyText}
          </EmptyState>
        )}
      </div>
      {list.hasNextPage && <LoadMore key={list.data.pages.length} failure={words[of].noMore} list={list} />}
    </>
  );
}

interface AdminListProps<Row> extends Omit<PagedListProps<Row>, 'waiting' | 'children'> {
  caption: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
}

/** One that is a table. */
export function AdminList<Row>({ caption, columns, keyOf, nameOf, ...list }: AdminListProps<Row>) {
  return (
    <PagedList {...list} waiting={(label, rows) => <DataTableSkeleton {...{ label, columns, rows }} />}>
      {(rows, busy) => <DataTable {...{ caption, columns, keyOf, nameOf, rows, busy }} />}
    </PagedList>
  );
}
