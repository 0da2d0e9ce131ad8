import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

interface FactProps {
  term: string;
  wide?: boolean;
  children: ReactNode;
}

export function Fact({ term, wide, children }: FactProps) {
  return (
    <div className={cn('min-w-0', wide && 'col-span-2')}>
      <dt className="text-13 text-muted">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
