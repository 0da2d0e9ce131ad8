import { Layers } from 'lucide-react';
import { Link } from 'react-router';
import { texts } from '../../i18n/en/uploads.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/forms/button.tsx';
import { PlansLink } from '../../ui/layout/plans-link.tsx';
import { EmptyState } from '../../ui/loading/states.tsx';
import type { UploadLimit } from './upload-limit.ts';

/** Replaces a form that cannot be sent: the reason, and the solutions. */
export function LimitReached({ limit }: { limit: UploadLimit }) {
  return (
    <div role="status">
      <EmptyState
        level={2}
        title={titleOf(limit)}
        picture={<Layers size={32} strokeWidth={1.5} aria-hidden="true" className="text-muted" />}
        action={<Options limit={limit} />}
      >
        {limit.message}
      </EmptyState>
    </div>
  );
}

function titleOf(limit: UploadLimit): string {
  if (limit.kind === 'unpaid') return limit.title;
  return limit.kind === 'no-plan' ? texts.noActiveSubscription : texts.yourPlanIsFull;
}

function Options({ limit }: { limit: UploadLimit }) {
  if (limit.kind === 'unpaid') return limit.action;
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {limit.ways.includes('plan') && (
        <Button asChild variant="primary">
          <PlansLink>{limit.kind === 'no-plan' ? texts.chooseAPlan : texts.seePlans}</PlansLink>
        </Button>
      )}
      {limit.ways.includes('delete') && (
        <Button asChild>
          <Link to={paths.myApps()}>{texts.myApplications}</Link>
        </Button>
      )}
    </div>
  );
}
