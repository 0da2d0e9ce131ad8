import { type ReactNode, useId } from 'react';
import { cn } from '../../lib/cn.ts';

interface SectionProps {
  title: string;
  children: ReactNode;
  /** The subject, beside the content if there is room. */
  text?: ReactNode;
  tone?: 'danger';
}

/** A section of a page: its subject on the left if there is room, its controls on the right. */
export function Section({ title, text, tone, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-4 border-t border-line py-8 md:grid-cols-[16rem_minmax(0,1fr)] md:py-10 xl:grid-cols-[22rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className={cn('text-16 font-semibold', tone === 'danger' && 'text-danger')}>
          {title}
        </h2>
        {text && <p className="mt-1 max-w-72 text-13 text-muted">{text}</p>}
      </div>
      <div className="max-w-200 min-w-0">{children}</div>
    </section>
  );
}
