import { useSearchParams } from 'react-router';
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts';
import { readStored, writeStored } from '#web/lib/page/browser-storage.ts';
import { useHydrated } from '#web/lib/session/hydration.ts';

const viewModes = ['grid', 'list'] as const;
export type ViewMode = (typeof viewModes)[number];

const storageKey = 'viewMode';
const wideScreen = '(min-width: 768px)';

/** From the address, else from this browser, else by the screen size. */
export function useViewMode(): [ViewMode, (mode: ViewMode) => void] {
  const wide = useMediaQuery(wideScreen);
  const [search, setSearch] = useSearchParams();
  // Read each time: a change of the stored value also changes the address.
  const remembered = useHydrated(
    () => readStored(storageKey),
    () => null,
  );
  const choose = (mode: ViewMode) => {
    writeStored(storageKey, mode);
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
