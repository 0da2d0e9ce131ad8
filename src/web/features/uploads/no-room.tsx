import { Layers } from 'lucide-react';
import { Link } from 'react-router';
import type { LimitProblem } from '#shared/limits.ts';
import { paths } from '../../paths.ts';
import { texts } from '../../texts/en/uploads.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** In the place of a form that could not be sent: why, and the ways on. */
export function NoRoom({ problem: { kind, message } }: { problem: LimitProblem }) {
  const hasPlan = kind === 'reached';
  return (
    <div role="status">
      <EmptyState
        level={2}
        title={hasPlan ? texts.yourPlanIsFull : texts.noActiveSubscription}
        picture={<Layers size={32} strokeWidth={1.5} aria-hidden="true" className="text-muted" />}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button asChild variant="primary">
              <Link to={paths.subscriptions()}>{hasPlan ? texts.seePlans : texts.chooseAPlan}</Link>
            </Button>
            {hasPlan && (
              <Button asChild>
                <Link to={paths.myApps()}>{texts.myApplications}</Link>
              </Button>
            )}
          </div>
        }
      >
        {message}
      </EmptyState>
    </div>
  );
}
