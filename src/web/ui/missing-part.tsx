import { LoaderCircle, RotateCw } from 'lucide-react';
import { texts } from '../texts/en/ui.ts';
import { Button } from './button.tsx';
import type { Missing } from './later.tsx';
import { Panel } from './panel.tsx';

/** Says in the place of a part that its script did not come. */
export function MissingPart({ isRetrying, onRetry }: Missing) {
  return (
    <Panel tone="danger" role="alert" className="grid justify-items-start gap-3">
      {texts.thisPartOfThePageCouldNot}
      {/* Keeps the focus, for whoever has to try again. */}
      <Button aria-disabled={isRetrying} onClick={() => !isRetrying && onRetry()}>
        {isRetrying ? (
          <LoaderCircle aria-hidden="true" className="animate-spin" />
        ) : (
          <RotateCw strokeWidth={1.75} aria-hidden="true" />
        )}
        {texts.tryAgain}
      </Button>
    </Panel>
  );
}

/** The same for what lies above the page and has no place in it. */
export function MissingNotice(missing: Missing) {
  return (
    <div className="fixed inset-x-4 bottom-20 z-60 mx-auto max-w-lg rounded-picture bg-surface shadow-float md:bottom-6">
      <MissingPart {...missing} />
    </div>
  );
}
