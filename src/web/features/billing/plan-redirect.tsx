import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { later } from '../../ui/later.tsx';

/** Where its script does not come nobody is led away. */
const Notice = later(() => import('./plan-redirect-notice.tsx'), { missing: () => null });

interface PlanRedirectProps {
  due: boolean;
  /** They had a plan, and what is theirs is offline since. */
  ended: boolean;
}

/**
 * Leads somebody without a plan to the plans, five seconds after saying so, unless they say no, which holds until
 * the site is loaded anew, or are at work.
 *
 * At work is who typed, chose or dropped something on this page, or plays on it: a text that was typed, a file that
 * was chosen for an upload, an upload on its way and a game would all be lost by going away. They are left alone on
 * this page, and told again on the next.
 */
export function PlanRedirect({ due, ended }: PlanRedirectProps) {
  const [refused, setRefused] = useState(false);
  const { pathname } = useLocation();
  const atWork = useAtWork(pathname);
  if (!due || refused || atWork) return null;
  return <Notice ended={ended} onCancel={() => setRefused(true)} />;
}

/** Whether something was put into this page since it was opened, or its game has the keyboard. */
function useAtWork(pathname: string): boolean {
  const [work, setWork] = useState({ pathname, begun: false });
  if (work.pathname !== pathname) setWork({ pathname, begun: false });
  useEffect(() => {
    const begin = () => setWork({ pathname, begun: true });
    const noticeGame = () => {
      if (document.activeElement instanceof HTMLIFrameElement) begin();
    };
    for (const sign of signsOfWork) window.addEventListener(sign, begin, { capture: true });
    // Focus that goes into a frame of another origin is seen here only as the window losing it.
    window.addEventListener('blur', noticeGame);
    return () => {
      for (const sign of signsOfWork) window.removeEventListener(sign, begin, { capture: true });
      window.removeEventListener('blur', noticeGame);
    };
  }, [pathname]);
  return work.begun;
}

/** Choosing a file is an `input`, too. */
const signsOfWork = ['input', 'drop'] as const;
