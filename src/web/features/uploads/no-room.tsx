import { Layers } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { texts } from '../../texts/en/uploads.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { UploadLimit } from './upload-limit.ts';

/** In the place of a form that could not be sent: why, and the ways on. */
export function NoRoom({ limit }: { limit: UploadLimit }) {
  return (
    <div role="status">
      <EmptyState
        level={2}
        title={titleOf(limit)}
        picture={<Layers size={32} strokeWidth={1.5} aria-hidden="true" className="text-muted" />}
        action={<WaysOn limit={limit} />}
      >
        {limit.message}
      </EmptyState>
    </div>
  );
}

function titleOf(limit: UploadLimit): string {
  if (limit.kind === 'unpaid') return limit.title;
  return limit.kind === 'reached' ? texts.yourPlanIsFull : texts.noActiveSubscription;
}

function WaysOn({ limit }: { limit: UploadLimit }) {
  if (limit.kind === 'unpaid') return limit.way;
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {limit.ways.includes('plan') && (
        <Button asChild variant="primary">
          <Link to={paths.subscriptions()}>
            {limit.kind === 'reached' ? texts.seePlans : texts.chooseAPlan}
          </Link>
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
