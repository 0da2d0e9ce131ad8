import { messageOf } from '../../../api.ts';
import { texts } from '../../../i18n/en/orgs/choice.ts';
import { format } from '../../../i18n/format.ts';
import { Failure } from '../../../ui/failure.tsx';

interface OrganizationsFailureProps {
  error: unknown;
  onRetry: () => void;
}

/** Wherever organizations are chosen from and did not come. */
export function OrganizationsFailure({ error, onRetry }: OrganizationsFailureProps) {
  return (
    <Failure onRetry={onRetry}>
      {format(texts.errorLoadingOrganizationsError, { error: messageOf(error) })}
    </Failure>
  );
}
