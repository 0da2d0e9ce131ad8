import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';

const delaySeconds = 5;

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

function Notice({ ended, onCancel }: { ended: boolean; onCancel: () => void }) {
  const navigate = useNavigate();
  const [left, setLeft] = useState(delaySeconds);
  const [held, setHeld] = useState(false);
  const go = () => void navigate(paths.subscriptions());
  const goLater = useEffectEvent(go);
  const cancelByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onCancel();
  });
  useEffect(() => {
    if (held) return;
    if (left === 0) return goLater();
    const second = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(second);
  }, [left, held]);
  useEffect(() => {
    window.addEventListener('keydown', cancelByKey);
    return () => window.removeEventListener('keydown', cancelByKey);
  }, []);
  return (
    <div
      role="alert"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="fixed inset-x-4 bottom-20 z-50 mx-auto grid max-w-lg animate-rise gap-3 rounded-picture border border-line bg-surface p-4 shadow-float md:bottom-6 md:grid-cols-[1fr_auto] md:items-center"
    >
      <p>
        <strong className="block font-medium">
          {ended ? 'Your subscription has ended' : 'You have no active subscription yet'}
        </strong>
        {/* Heard once, seen as it counts down. */}
        <span className="sr-only">
          The plans open in {delaySeconds} seconds. Press Escape to stay on this page.
        </span>
        <span aria-hidden="true" className="text-13 text-muted">
          {held ? 'Waiting for you.' : `The plans open in ${left} ${left === 1 ? 'second' : 'seconds'}.`}
        </span>
      </p>
      <div className="flex gap-2 max-md:*:flex-1">
        <Button variant="primary" onClick={go}>
          Choose a Plan
        </Button>
        <Button aria-keyshortcuts="Escape" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
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
