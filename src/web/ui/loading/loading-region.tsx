import { type ReactNode, useEffect, useState } from 'react';

interface LoadingRegionProps {
  /** Names the content that loads. */
  label: string;
  className?: string;
  /** Whether it replaces a whole page. The footer is hidden meanwhile. */
  isPage?: boolean;
  children: ReactNode;
}

/**
 * A placeholder while content loads, with a text for screen readers. The text is outside of the busy element, because screen
 * readers may skip its content, and is set after the live region exists.
 */
export function LoadingRegion({ label, className, isPage = false, children }: LoadingRegionProps) {
  const [text, setText] = useState('');
  useEffect(() => setText(label), [label]);
  return (
    <>
      <p role="status" className="sr-only">
        {text}
      </p>
      <div aria-busy="true" data-page-skeleton={isPage ? '' : undefined} className={className}>
        {children}
      </div>
    </>
  );
}
