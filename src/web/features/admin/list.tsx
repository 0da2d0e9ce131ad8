import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '#shared/contract/contract.ts';
import { messageOf } from '../../api.ts';
import { texts } from '../../i18n/en/admin.ts';
import { type Column, DataTable, DataTableSkeleton } from '../../ui/lists/data-table.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';

type LoadedPages<Row> = UseInfiniteQueryResult<InfiniteData<Page<Row>>>;

/** The states of every list: the last response stays until the next one arrives. */
export const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
};

/** The lists, with their messages while loading and when loading more fails. */
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
  /** The name of the list for errors, and its content when empty. */
  failed: string;
  empty: string;
  emptyText?: ReactNode;
  /** A placeholder in the shape of the content. */
  waiting: (label: string, rows?: number) => ReactNode;
  /** Draws the content; `busy` while another response is awaited. */
  children: (rows: Row[], busy: boolean) => ReactNode;
}

/** A paginated list in all of its states. */
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
      {/* A search returns one section of the list at a time: only its end proves that nothing was found. */}
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

/** The same as a table. */
export function AdminList<Row>({ caption, columns, keyOf, nameOf, ...list }: AdminListProps<Row>) {
  return (
    <PagedList {...list} waiting={(label, rows) => <DataTableSkeleton {...{ label, columns, rows }} />}>
      {(rows, busy) => <DataTable {...{ caption, columns, keyOf, nameOf, rows, busy }} />}
    </PagedList>
  );
}
