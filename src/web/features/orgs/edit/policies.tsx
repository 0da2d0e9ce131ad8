import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '#web/i18n/en/orgs/edit.ts';
import { useDetailsOpen } from '#web/ui/lists/use-details-open.ts';

interface PoliciesProps {
  folded: boolean;
  /** Something in it has to be corrected, and must be seen. */
  isWrong: boolean;
  children: ReactNode;
}

/** What an organization may be given beside its name. Folded away where the name is all that is asked for. */
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
