import type { Subscription } from '#shared/billing/billing.ts';
import { texts } from '#web/i18n/en/billing/current-plan.ts';
import { Badge } from '#web/ui/layout/badge.tsx';

/** Empty until it is known. */
export function TierBadge({ subscription }: { subscription: Subscription | null | undefined }) {
  if (subscription === undefined) return null;
  return <Badge>{subscription?.planLimits.planName ?? texts.noPlan}</Badge>;
}
