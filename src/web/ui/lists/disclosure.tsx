import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

interface DisclosureProps {
  question: ReactNode;
  children: ReactNode;
  /** Its fragment. */
  id?: string;
  /** Opens and closes it when this changes; in between the user controls it. */
  open?: boolean;
}

/** A question that expands to its answer independently of others: a native <details>. */
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
