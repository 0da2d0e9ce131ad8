import { type ReactNode, useEffect, useState } from 'react';

interface LoadingRegionProps {
  /** What is coming, in words. */
  label: string;
  /** The look of the shape. */
  className?: string;
  /** Whether it stands for a whole page, whose foot comes with it. */
  isPage?: boolean;
  children: ReactNode;
}

/**
 * Stands where something is coming: its shape for those who see, a word for those who hear. The word stands beside what
 * is busy, as screen readers may pass over all in it, and comes after the live region that it is said by.
 */
export function LoadingRegion({ label, className, isPage = false, children }: LoadingRegionProps) {
  const [said, setSaid] = useState('');
  useEffect(() => setSaid(label), [label]);
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div aria-busy="true" data-coming={isPage ? '' : undefined} className={className}>
        {children}
      </div>
    </>
  );
}
