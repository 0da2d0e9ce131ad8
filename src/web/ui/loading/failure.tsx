import { RotateCw } from 'lucide-react';
import { texts } from '../../i18n/en/ui.ts';
import { cn } from '../../lib/cn.ts';
import { Button } from '../forms/button.tsx';
import { Panel } from '../layout/panel.tsx';

interface FailureProps {
  /** Refetches the data. */
  onRetry?: () => void;
  className?: string;
  children: string;
}

/** An error in place of its content, with a retry. */
export function Failure({ onRetry, className, children }: FailureProps) {
  return (
    <Panel
      tone="danger"
      role="alert"
      className={cn('flex flex-wrap items-center justify-between gap-3', className)}
    >
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">{children}</p>
      {onRetry && (
        <Button onClick={onRetry}>
          <RotateCw strokeWidth={1.75} aria-hidden="true" />
          {texts.tryAgain}
        </Button>
      )}
    </Panel>
  );
}
