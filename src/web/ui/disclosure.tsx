import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

/** A question that opens to its answer, independently of its neighbours; the browser's own element. */
export function Disclosure({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details className="group border-b border-line">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-6 py-3 text-16 font-medium [&::-webkit-details-marker]:hidden">
        {question}
        <Plus
          size={20}
          strokeWidth={1.75}
          aria-hidden="true"
          className="shrink-0 text-muted transition-transform group-open:rotate-45"
        />
      </summary>
      <p className="max-w-reading animate-fade pr-10 pb-5 text-16 text-muted">{children}</p>
    </details>
  );
}
