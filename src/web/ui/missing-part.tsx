import { LoaderCircle, RotateCw } from 'lucide-react';
import { texts } from '../i18n/en/ui.ts';
import { Button } from './button.tsx';
import type { LoadErrorProps } from './lazy.tsx';
import { Panel } from './panel.tsx';

/** Says in the place of a part that its script did not come. */
export function LoadErrorPanel({ isRetrying, onRetry }: LoadErrorProps) {
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
