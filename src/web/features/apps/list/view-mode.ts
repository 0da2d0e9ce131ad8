import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { readStored, writeStored } from '../../../lib/browser-storage.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';

const viewModes = ['grid', 'list'] as const;
export type ViewMode = (typeof viewModes)[number];

const storageKey = 'viewMode';
const wideScreen = '(min-width: 768px)';

/** What the address says, else what this browser remembers, else what suits the screen. */
export function useViewMode(): [ViewMode, (mode: ViewMode) => void] {
  const wide = useMediaQuery(wideScreen);
  const [search, setSearch] = useSearchParams();
  const [remembered, setRemembered] = useState(() => readStored(storageKey));
  const choose = (mode: ViewMode) => {
    writeStored(storageKey, mode);
    setRemembered(mode);
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('view', mode);
        return next;
      },
      { replace: true },
    );
  };
  const chosen = [search.get('view'), remembered].find(isViewMode);
  return [chosen ?? (wide ? 'list' : 'grid'), choose];
}

function isViewMode(value: string | null): value is ViewMode {
  return viewModes.some((mode) => mode === value);
}
