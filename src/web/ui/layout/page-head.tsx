import type { ReactNode, Ref } from 'react';
import { cn } from '../../lib/cn.ts';
import { Skeleton } from '../loading/skeleton.tsx';

interface PageHeadProps {
  title: ReactNode;
  /** The purpose of the page, in a line below the title. */
  text?: ReactNode;
  /** A ref for moving the focus to it. */
  heading?: Ref<HTMLHeadingElement>;
  /** Actions and links, at its end. */
  children?: ReactNode;
}

/** The header of every page without its own headline, with the distance to the content. */
export function PageHead({ title, text, heading, children }: PageHeadProps) {
  return (
    <div className={cn(headClasses, 'flex flex-wrap items-end justify-between gap-x-8 gap-y-4')}>
      <div className="grid min-w-0 gap-1">
        <h1
          ref={heading}
          tabIndex={heading ? -1 : undefined}
          className="text-24 font-semibold wrap-anywhere outline-none md:text-32"
        >
          {title}
        </h1>
        {text && <p className="max-w-reading text-16 wrap-anywhere text-muted">{text}</p>}
      </div>
      {children}
    </div>
  );
}

/** Its placeholder, a line each. */
export function PageHeadSkeleton() {
  return (
    <div className={cn(headClasses, 'grid gap-1')}>
      <Skeleton className="h-8 w-48 max-w-full md:h-9.5" />
      <div className="flex h-[1.6rem] items-center">
        <Skeleton className="h-4 w-80 max-w-full" />
      </div>
    </div>
  );
}

const headClasses = 'mb-8';
