import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ApplicationEvent } from '#shared/apps/app-events.ts';
import { SsrEnvironmentContext } from '#web/lib/session/hydration.ts';
import { subscribeToApplications } from './application-events.ts';
import type { GalleryFilters } from './filters.ts';

/** A page without its script works without updates. */
const fetchLiveList = () => import('./live-list.ts');

/**
 * Keeps the visible list up to date. At its beginning new applications appear at once. Scrolled down, their
 * number is announced, and `show` jumps to them.
 */
export function useLiveList(filters: GalleryFilters, top: RefObject<HTMLElement | null>) {
  const client = useQueryClient();
  const [announced, setAnnounced] = useState({ list: '', count: 0 });
  const list = JSON.stringify(filters);
  const { at: renderedAt } = use(SsrEnvironmentContext);
  /** Updates of the list run one after the other. */
  const queue = useRef(Promise.resolve());
  // A list that cannot be updated stays unchanged, and the next event tries again.
  const enqueue = (work: () => Promise<void>) => {
    queue.current = queue.current.then(work).catch(() => {});
    return queue.current;
  };

  const handleEvents = useEffectEvent((events: ApplicationEvent[]) =>
    enqueue(async () =>
      (await fetchLiveList()).applyEvents(
        client,
        filters,
        events,
        () => (top.current?.getBoundingClientRect().top ?? 0) < 0,
        (count) => setAnnounced({ list, count }),
      ),
    ),
  );
  useEffect(() => subscribeToApplications((events) => handleEvents(events), renderedAt), [renderedAt]);

  const show = () => {
    setAnnounced({ list, count: 0 });
    top.current?.scrollIntoView({ block: 'start' });
    // The button that triggered this is gone.
    top.current?.focus({ preventScroll: true });
    return enqueue(async () => (await fetchLiveList()).reloadFirstPage(client, filters));
  };
  return { newCount: announced.list === list ? announced.count : 0, show };
}
