import { messageOf } from '../../../api.ts';
import { texts } from '../../../texts/en/orgs/choice.ts';
import { fill } from '../../../texts/fill.ts';
import { Failure } from '../../../ui/failure.tsx';

interface OrganizationsFailureProps {
  error: unknown;
  onRetry: () => void;
}

/** Wherever organizations are chosen from and did not come. */
export function OrganizationsFailure({ error, onRetry }: OrganizationsFailureProps) {
  return (
    <Failure onRetry={onRetry}>
      {fill(texts.errorLoadingOrganizationsError, { error: messageOf(error) })}
    </Failure>
  );
}
