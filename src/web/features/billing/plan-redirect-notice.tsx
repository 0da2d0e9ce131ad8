import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { texts } from '../../i18n/en/billing.ts';
import { format } from '../../i18n/format.ts';
import { useIsDialogOpen } from '../../lib/hooks/use-dialog-open.ts';
import { planOrigin } from '../../lib/session/plan-origin.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/forms/button.tsx';
import { noticeId } from './detect-interaction.ts';

const delaySeconds = 5;

export default function PlanRedirectNotice({ ended, onCancel }: { ended: boolean; onCancel: () => void }) {
  const navigate = useNavigate();
  const [left, setLeft] = useState(delaySeconds);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  // A dialog covers this notice and blocks its buttons, and would be lost with the page.
  const isCovered = useIsDialogOpen();
  const isPaused = isPointed || isFocused || isCovered;
  const { pathname } = useLocation();
  const go = () => void navigate(paths.subscriptions(), { state: planOrigin(pathname) });
  const goLater = useEffectEvent(go);
  const cancelByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onCancel();
  });
  useEffect(() => {
    if (isPaused) return;
    if (left === 0) return goLater();
    const second = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(second);
  }, [left, isPaused]);
  useEffect(() => {
    window.addEventListener('keydown', cancelByKey);
    return () => window.removeEventListener('keydown', cancelByKey);
  }, []);
  return (
    <div
      role="alert"
      id={noticeId}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      // On a small window it would cover the content, so it is above the page there.
      className="fixed inset-x-4 bottom-20 z-50 grid max-w-lg animate-rise gap-3 rounded-picture border border-line bg-surface p-4 shadow-float max-md:mx-auto md:start-6 md:end-auto md:bottom-6 md:grid-cols-[1fr_auto] md:items-center md:gap-x-6 cramped:static cramped:m-4 cramped:shadow-none"
    >
      <p>
        <strong className="block font-medium">
          {ended ? texts.yourSubscriptionHasEnded : texts.youHaveNoActiveSubscriptionYet}
        </strong>
        {/* Announced once, displayed as a countdown. */}
        <span className="sr-only">{format(texts.thePlansOpenInDelaysecondsSeconds, { delaySeconds })}</span>
        <span
          aria-hidden="true"
          data-longest={format(texts.plansOpenIn, { left: delaySeconds })}
          // Reserves the width of its longest text: a shorter one would move the buttons from under the
          // pointer, and a click would miss.
          className="grid text-13 text-muted *:col-start-1 *:row-start-1 after:invisible after:col-start-1 after:row-start-1 after:content-[attr(data-longest)]"
        >
          <span>{isPaused ? texts.pausedWhileYouDecide : format(texts.plansOpenIn, { left })}</span>
        </span>
      </p>
      <div className="flex gap-2 max-md:*:flex-1">
        <Button variant="primary" onClick={go}>
          {texts.chooseAPlan}
        </Button>
        <Button aria-keyshortcuts="Escape" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
}
