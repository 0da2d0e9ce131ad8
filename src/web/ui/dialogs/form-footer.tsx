import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';

interface FormFooterProps {
  className?: string;
  children: ReactNode;
}

/**
 * The buttons of a form in a dialog: sticky, unless they would leave the form no room. Extends into the
 * padding of the dialog.
 */
export function FormFooter({ className, children }: FormFooterProps) {
  return (
    <div
      className={cn(
        'sticky -bottom-6 [@media(height<36rem)]:static -mx-6 mt-6 -mb-6 border-t border-line bg-surface px-6 py-4',
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Its buttons, at the end of the line. */
export function FormButtons({ children }: { children: ReactNode }) {
  return (
    <FormFooter>
      <div className="flex flex-wrap justify-end gap-3">{children}</div>
    </FormFooter>
  );
}
