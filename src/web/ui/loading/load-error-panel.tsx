import { LoaderCircle, RotateCw } from 'lucide-react';
import { texts } from '../../i18n/en/ui.ts';
import { Button } from '../forms/button.tsx';
import { Panel } from '../layout/panel.tsx';
import type { LoadErrorProps } from './lazy.tsx';

/** Replaces a part whose script failed to load. */
export function LoadErrorPanel({ isRetrying, onRetry }: LoadErrorProps) {
  return (
    <Panel tone="danger" role="alert" className="grid justify-items-start gap-3">
      {texts.thisPartOfThePageCouldNot}
      {/* `aria-disabled` keeps the focus for another retry. */}
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
