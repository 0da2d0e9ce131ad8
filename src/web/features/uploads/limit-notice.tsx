import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { texts } from '../../texts/en/uploads.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { UploadLimit } from './upload-limit.ts';

/** Said before anybody takes the trouble to fill in a form that cannot be sent. */
export function LimitNotice({ limit }: { limit: UploadLimit }) {
  return (
    <Panel tone="warning" role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 flex-1 basis-64">
        {limit.kind === 'unpaid' ? `${limit.title} ${limit.message}` : limit.message}
      </p>
      {limit.kind === 'unpaid' ? (
        limit.way
      ) : (
        <Button asChild>
          <Link to={paths.subscriptions()}>
            {limit.kind === 'no-plan' ? texts.chooseAPlan : texts.seePlans}
          </Link>
        </Button>
      )}
    </Panel>
  );
}
