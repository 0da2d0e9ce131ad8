import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';

const controlClasses =
  'w-full rounded-control border border-control bg-surface px-3 text-16 text-text placeholder:text-muted md:text-14 hover:border-muted aria-invalid:border-danger disabled:opacity-60 transition-colors';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(controlClasses, 'h-11 md:h-9', className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={cn(controlClasses, 'field-sizing-content max-h-80 min-h-24 resize-y py-2', className)}
      {...props}
    />
  );
}

/** The browser's own select: Radix's sets HTML from a string, which Trusted Types forbid. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select className={cn(controlClasses, 'h-11 appearance-none pe-9 md:h-9', className)} {...props} />
      <ChevronDown
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 end-3 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
