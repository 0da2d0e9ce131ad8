import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '../../ui/loading/lazy.tsx';

/** Where its script does not come nobody is led away. */
const Notice = lazyPart(() => import('./plan-redirect-notice.tsx'), { loadError: () => null });

interface PlanRedirectProps {
  due: boolean;
  /** They had a plan, and what is theirs is offline since. */
  ended: boolean;
}

/**
 * Leads somebody without a plan to the plans, five seconds after saying so. Cancel keeps them where they are until the
 * site is loaded anew. Any use of a page cancels too, for that page: nobody is taken from what they read, fill in, decide
 * or play.
 */
export function PlanRedirect({ due, ended }: PlanRedirectProps) {
  const [refused, setRefused] = useState(false);
  const { pathname } = useLocation();
  const isUsed = useHasInteracted(pathname, due);
  if (!due || refused || isUsed) return null;
  return <Notice ended={ended} onCancel={() => setRefused(true)} />;
}

/** Whether somebody has used this page since it was opened. */
function useHasInteracted(pathname: string, isDue: boolean): boolean {
  const [use, setUse] = useState({ pathname, begun: false });
  if (use.pathname !== pathname) setUse({ pathname, begun: false });
  useEffect(() => {
    if (!isDue) return;
    const left = new AbortController();
    // Few people are without a plan, so its script is not part of the first pages.
    import('./detect-interaction.ts').then(
      ({ detectInteraction }) => {
        if (left.signal.aborted) return;
        const end = detectInteraction(() => setUse({ pathname, begun: true }));
        left.signal.addEventListener('abort', end);
      },
      () => {},
    );
    return () => left.abort();
  }, [pathname, isDue]);
  return use.begun;
}
