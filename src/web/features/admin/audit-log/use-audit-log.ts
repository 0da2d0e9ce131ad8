import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type AuditAction, auditActions, listAuditLog } from '#shared/admin/admin.ts';
import { call } from '#web/api.ts';
import type { AddressFilters } from '../address.ts';
import { paging } from '../list.tsx';
import { adminKey } from '../refresh.ts';

export interface AuditFilters {
  actor: string | undefined;
  target: string | undefined;
  action: AuditAction | undefined;
  /** Days in the browser's time zone, as in '2026-11-22'; both are included. */
  from: string | undefined;
  to: string | undefined;
}

/** An address may contain anything. Invalid ids and days are ignored. */
export function readAuditFilters(address: AddressFilters): AuditFilters {
  const fitting = (name: string, pattern: RegExp) =>
    pattern.test(address.text(name)) ? address.text(name) : undefined;
  const day = (name: string) => {
    const text = fitting(name, /^\d{4}-\d\d-\d\d$/);
    return text !== undefined && Number.isFinite(startOf(text).getTime()) ? text : undefined;
  };
  return {
    actor: fitting('actor', /^[\w-]{1,100}$/),
    target: fitting('target', /^[\w-]{1,100}$/),
    action: address.one('action', auditActions),
    from: day('from'),
    to: day('to'),
  };
}

export function useAuditLog({ from, to, ...filters }: AuditFilters) {
  return useInfiniteQuery({
    ...paging,
    queryKey: [...adminKey, 'audit-log', filters, from, to],
    queryFn: ({ pageParam, signal }) =>
      call(listAuditLog, {
        query: {
          ...filters,
          from: from && startOf(from).toISOString(),
          to: to && startOf(to, 1).toISOString(),
          cursor: pageParam,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

function startOf(day: string, later = 0): Date {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + later);
  return date;
}
