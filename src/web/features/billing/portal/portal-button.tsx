import { ExternalLink } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';
import { portalFailed, useBillingPortal } from './use-billing-portal.ts';

/** Opens the billing portal. */
export function PortalButton({
  children,
  variant,
}: Pick<ComponentProps<typeof Button>, 'children' | 'variant'>) {
  const problemId = useId();
  const portal = useBillingPortal();
  return (
    <div className="grid justify-items-start gap-1.5 max-sm:justify-items-stretch">
      {/* Keeps the focus for another attempt. */}
      <Button variant={variant} aria-disabled={portal.isPending} onClick={() => portal.mutate()}>
        {children}
        <ExternalLink strokeWidth={1.75} aria-hidden="true" />
      </Button>
      {portal.isError && <FieldError id={problemId}>{portalFailed}</FieldError>}
    </div>
  );
}
