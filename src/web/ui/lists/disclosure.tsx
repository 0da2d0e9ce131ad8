import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

interface DisclosureProps {
  question: ReactNode;
  children: ReactNode;
  /** The end of its address. */
  id?: string;
  /** Opens and closes it as this changes; in between it is its reader's. */
  open?: boolean;
}

/** A question that opens to its answer, independently of its neighbours; the browser's own element. */
export function Disclosure({ question, children, id, open }: DisclosureProps) {
  return (
    <details id={id} open={open} className="group break-inside-avoid border-b border-line">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-6 py-3 text-16 font-medium [&::-webkit-details-marker]:hidden">
        <span>{question}</span>
        <Plus
          size={20}
          strokeWidth={1.75}
          aria-hidden="true"
          className="shrink-0 text-muted transition-transform group-open:rotate-45 print:hidden"
        />
      </summary>
      <div className="grid max-w-reading animate-fade gap-3 pe-10 pb-5 text-16 text-muted">{children}</div>
    </details>
  );
}
