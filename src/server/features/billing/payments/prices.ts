import { sandboxPrices } from '#sandbox/stripe/catalogue.ts';
import type { Config } from '#server/config/config.ts';
import type { Tier } from '#shared/billing/plans.ts';

/** The prices of each plan, in configured order. */
function pricesOf({ service }: Config['payments']): Partial<Record<Tier, string[]>> {
  if (service === null) return {};
  return service.name === 'stripe' ? service.settings.prices : sandboxPrices;
}

/** The plan of a price; an unknown price allows nothing. */
export function tierOfPrice(payments: Config['payments'], priceId: string | null): Exclude<Tier, 'elevated'> {
  for (const [tier, ids] of Object.entries(pricesOf(payments)) as [Exclude<Tier, 'elevated'>, string[]][])
    if (priceId !== null && ids.includes(priceId)) return tier;
  return 'unknown';
}
