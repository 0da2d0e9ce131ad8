import * as z from 'zod/mini';
import { defineEndpoint, isoDate } from '../contract/contract.ts';
import { planLimits, tiers } from './plans.ts';

export const subscriptionSchema = z.strictObject({
  id: z.string(),
  subscriptionId: z.string(),
  /** active, trialing or cancelled. A payment provider may send others, which are shown unchanged. */
  status: z.string(),
  isTrialActive: z.boolean(),
  trialEnd: z.nullable(isoDate),
  cancelAtPeriodEnd: z.boolean(),
  /** Null if it has no end, as the free plan. */
  currentPeriodEnd: z.nullable(isoDate),
  /** Null if nothing is paid. */
  priceId: z.nullable(z.string()),
  tier: z.enum(tiers),
  planLimits: z.strictObject({
    maxApplications: z.int(),
    maxRevisionsPerApp: z.int(),
    planName: z.string(),
  }),
  /** Comes with the administrator role: never bought, never cancelled. */
  isAdmin: z.boolean(),
});
export type Subscription = z.output<typeof subscriptionSchema>;

export const listSubscriptions = defineEndpoint({
  method: 'GET',
  path: '/api/subscriptions',
  summary:
    'One’s own subscriptions; the one that counts is the first that is valid, by the time that the header `Flux-Time` tells',
  access: 'signed-in',
  output: z.array(subscriptionSchema),
});

export const chooseFreePlan = defineEndpoint({
  method: 'POST',
  path: '/api/subscriptions',
  summary: 'Subscribes one to the free plan; asking again changes nothing',
  access: 'signed-in',
  body: z.strictObject({ tier: z.literal('indie', 'Only the Indie plan can be chosen without a payment.') }),
  output: subscriptionSchema,
  errors: ['conflict'],
});

/** The plan of every administrator, regardless of other plans. */
export const adminSubscription: Subscription = {
  id: 'elevated',
  subscriptionId: 'elevated',
  status: 'active',
  isTrialActive: false,
  trialEnd: null,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: null,
  priceId: null,
  tier: 'elevated',
  planLimits: planLimits('elevated'),
  isAdmin: true,
};
