import type { Context } from '#server/context.ts';
import type { getPaymentSettings } from '#shared/billing/payments.ts';
import { plans } from '#shared/billing/plans.ts';
import type { CallOutput } from '#shared/contract/contract.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { findPlan } from '../list.ts';

/** The browser's settings for payments. */
export async function settingsFor(
  context: Context,
  viewer: Viewer | null,
): Promise<CallOutput<typeof getPaymentSettings>> {
  const { service, trialDays, discordInviteUrl } = context.config.payments;
  const plan = viewer && discordInviteUrl !== null ? await findPlan(context, viewer.id) : null;
  return {
    service: service?.name ?? null,
    publishableKey: service?.name === 'stripe' ? service.settings.publishableKey : null,
    trialDays,
    discordInviteUrl: plan !== null && plans[plan.tier].discord ? discordInviteUrl : null,
  };
}
