import { RotateCw } from 'lucide-react';
import { texts } from '../../../texts/en/orgs/members.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';

interface FailureProps {
  /** Looks again at how things are. */
  onRetry: () => void;
  children: string;
}

export function Failure({ onRetry, children }: FailureProps) {
  return (
    <Panel tone="danger" role="alert" className="mt-3 flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">{children}</p>
      <Button onClick={onRetry}>
        <RotateCw strokeWidth={1.75} aria-hidden="true" />
        {texts.tryAgain}
      </Button>
    </Panel>
  );
}
