import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '#shared/contract.ts';
import { messageOf } from '../../api.ts';
import { type Column, DataTable, DataTableWaiting } from '../../ui/data-table.tsx';
import { More } from '../../ui/more.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

export type LoadedPages<Row> = UseInfiniteQueryResult<InfiniteData<Page<Row>>>;

/** How every list here comes: the last answer stays until the next one is there. */
export const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
};

interface AdminListProps<Row> {
  caption: string;
  list: LoadedPages<Row>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** What could not be loaded, and what stands where there is nothing. */
  failed: string;
  empty: string;
  emptyText?: ReactNode;
}

/** A list page by page, in each of its states. */
export function AdminList<Row>({ list, failed, empty, emptyText, ...table }: AdminListProps<Row>) {
  if (list.isPending) return <DataTableWaiting label={`Loading ${table.caption.toLowerCase()}…`} />;
  if (!list.data) {
    return (
      <ErrorState level={2} title={failed} onRetry={() => list.refetch()}>
        {messageOf(list.error)}
      </ErrorState>
    );
  }
  const rows = list.data.pages.flatMap((page) => page.items);
  return (
    <>
      {rows.length === 0 && !list.isPlaceholderData ? (
        <EmptyState level={2} title={empty}>
          {emptyText}
        </EmptyState>
      ) : (
        <DataTable {...table} rows={rows} busy={list.isPlaceholderData} />
      )}
      {list.hasNextPage && (
        <More
          key={list.data.pages.length}
          failure="The next lines could not be loaded."
          failed={list.isFetchNextPageError}
          busy={list.isFetchingNextPage}
          onMore={() => list.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}
