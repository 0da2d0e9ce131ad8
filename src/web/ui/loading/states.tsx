import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../../i18n/en/ui.ts';
import { cn } from '../../lib/cn.ts';
import { Button } from '../forms/button.tsx';

interface StateProps {
  title: string;
  children?: ReactNode;
  picture?: ReactNode;
  action?: ReactNode;
  /** The heading's level: 1 if the state is the whole page, none if it is before the heading of the page. */
  level?: keyof typeof headings;
}

const headings = { 1: 'h1', 2: 'h2', 3: 'h3', none: 'p' } as const;

/** An empty state with its purpose and main action. */
export function EmptyState({ title, children, picture, action, level = 3 }: StateProps) {
  const Heading = headings[level];
  return (
    <div className="grid justify-items-center gap-4 rounded-picture border border-dashed border-line px-6 py-16 text-center">
      {picture}
      <div className="grid gap-1">
        <Heading className={cn('font-semibold wrap-anywhere', level === 1 ? 'text-24' : 'text-20')}>
          {title}
        </Heading>
        {children && <p className="max-w-md text-14 text-muted">{children}</p>}
      </div>
      {action}
    </div>
  );
}

interface ErrorStateProps extends StateProps {
  onRetry?: () => void;
}

/** What happened, and a next step. */
export function ErrorState({ title, children, action, onRetry, level = 3 }: ErrorStateProps) {
  const Heading = headings[level];
  return (
    <div role="alert" className="grid justify-items-center gap-4 px-6 py-16 text-center">
      <CircleAlert size={32} strokeWidth={1.5} aria-hidden="true" className="text-danger" />
      <div className="grid gap-1">
        <Heading className={cn('font-semibold wrap-anywhere', level === 1 ? 'text-24' : 'text-20')}>
          {title}
        </Heading>
        {children && <p className="max-w-md text-14 text-muted">{children}</p>}
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        {onRetry && (
          <Button onClick={onRetry}>
            <RotateCw strokeWidth={1.75} aria-hidden="true" />
            {texts.tryAgain}
          </Button>
        )}
        {action}
      </div>
    </div>
  );
}
