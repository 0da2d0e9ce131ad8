import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { LimitProblem } from '#shared/limits.ts';
import { paths } from '../../paths.ts';
import { texts } from '../../texts/en/uploads.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Said before anybody takes the trouble to fill in a form that cannot be sent. */
export function LimitNotice({ problem }: { problem: LimitProblem }) {
  return (
    <Panel tone="warning" role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 flex-1 basis-64">{problem.message}</p>
      <Button asChild>
        <Link to={paths.subscriptions()}>
          {problem.kind === 'no-plan' ? texts.chooseAPlan : texts.seePlans}
        </Link>
      </Button>
    </Panel>
  );
}
