import type { ReactNode } from 'react';
import { Banners } from './banners.tsx';
import { useSilentRefresh } from './refresh.ts';

/** The layout of the administration pages. */
export function AdminFrame({ children }: { children: ReactNode }) {
  useSilentRefresh();
  return (
    <Banners>
      <div className="mx-auto max-w-content px-4 pt-8 md:px-6 md:pt-12">{children}</div>
    </Banners>
  );
}
