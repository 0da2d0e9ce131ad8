import { useEffect } from 'react';

/** 'Upload · Flux' in the tab and in the history; the bare name without a title. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Flux` : 'Flux';
  }, [title]);
}
