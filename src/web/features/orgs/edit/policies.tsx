import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '#web/i18n/en/orgs/edit.ts';
import { useDetailsOpen } from '#web/ui/lists/use-details-open.ts';

interface PoliciesProps {
  folded: boolean;
  /** A setting has an error and must be visible. */
  isWrong: boolean;
  children: ReactNode;
}

/** Optional settings of an organization. Collapsed if only a name is required. */
export function Policies({ folded, isWrong, children }: PoliciesProps) {
  const details = useDetailsOpen(isWrong);
  if (!folded) return children;
  return (
    <details {...details} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-medium md:min-h-9">
        <ChevronRight
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          className="text-muted group-open:rotate-90 rtl:-scale-x-100"
        />
        {texts.more}
      </summary>
      <div className="mt-3 grid gap-5">{children}</div>
    </details>
  );
}
