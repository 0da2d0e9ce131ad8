import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '../../ui/loading/lazy.tsx';

/** Without its script there is no redirect. */
const Notice = lazyPart(() => import('./plan-redirect-notice.tsx'), { loadError: () => null });

interface PlanRedirectProps {
  due: boolean;
  /** The plan has ended, and the content is offline since. */
  ended: boolean;
}

/**
 * Redirects an account without a plan to the plans, five seconds after a notice. Cancel disables it until the
 * site is reloaded. Any use of a page cancels it for that page, so that nobody loses work.
 */
export function PlanRedirect({ due, ended }: PlanRedirectProps) {
  const [refused, setRefused] = useState(false);
  const { pathname } = useLocation();
  const isUsed = useHasInteracted(pathname, due);
  if (!due || refused || isUsed) return null;
  return <Notice ended={ended} onCancel={() => setRefused(true)} />;
}

/** Whether this page has been used since it was opened. */
function useHasInteracted(pathname: string, isDue: boolean): boolean {
  const [use, setUse] = useState({ pathname, begun: false });
  if (use.pathname !== pathname) setUse({ pathname, begun: false });
  useEffect(() => {
    if (!isDue) return;
    const left = new AbortController();
    // Few accounts have no plan, so its script is not part of the first pages.
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
