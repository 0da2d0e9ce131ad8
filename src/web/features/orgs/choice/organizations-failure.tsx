import { RotateCw } from 'lucide-react';
import { messageOf } from '../../../api.ts';
import { texts } from '../../../texts/en/orgs/choice.ts';
import { fill } from '../../../texts/fill.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';

interface OrganizationsFailureProps {
  error: unknown;
  onRetry: () => void;
}

/** Wherever organizations are chosen from and did not come. */
export function OrganizationsFailure({ error, onRetry }: OrganizationsFailureProps) {
  return (
    <Panel tone="danger" role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-64">
        {fill(texts.errorLoadingOrganizationsError, { error: messageOf(error) })}
      </p>
      <Button onClick={onRetry}>
        <RotateCw strokeWidth={1.75} aria-hidden="true" />
        {texts.tryAgain}
      </Button>
    </Panel>
  );
}
