import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/orgs/choice.ts';
import { format } from '#web/i18n/format.ts';
import { Failure } from '#web/ui/loading/failure.tsx';

interface OrganizationsFailureProps {
  error: unknown;
  onRetry: () => void;
}

/** Shown where the list of organizations failed to load. */
export function OrganizationsFailure({ error, onRetry }: OrganizationsFailureProps) {
  return (
    <Failure onRetry={onRetry}>
      {format(texts.errorLoadingOrganizationsError, { error: messageOf(error) })}
    </Failure>
  );
}
