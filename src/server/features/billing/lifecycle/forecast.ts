import { FluxError } from '#shared/contract/errors.ts';
import type { Outlook } from '../stripe/port.ts';
import type { Current, StepName } from './notified-state.ts';
import type { ReconcileContext } from './reconcile-due.ts';
import { withTimeout } from './with-timeout.ts';

/** The payment service's preview of the next charge; null without a response. */
export type Forecast = Outlook | null;

/** Their mails name the next charge, or the credit that is left. */
const stepsWithForecast: readonly StepName[] = [
  'trial-began',
  'trial-ends-soon',
  'trial-charged',
  'plan-began',
  'renewed',
  'payment-recovered',
  'plan-changed',
  'cancelled',
  'resumed',
  'returned',
];

export function needsForecast(step: StepName, { paymentId, isAdmin }: Current): boolean {
  return paymentId !== null && !isAdmin && stepsWithForecast.includes(step);
}

/**
 * Asks the payment service for the next charge, for the mails of one run. A service that is away or too slow is not
 * asked again in this run: the other mails name the date without the amount.
 */
export function createForecasts({
  context,
  timeoutMilliseconds,
  readOutlook,
}: ReconcileContext): (paymentId: string) => Promise<Forecast> {
  let isAway = false;
  return async (paymentId) => {
    if (isAway) return null;
    try {
      return await withTimeout(timeoutMilliseconds, readOutlook(paymentId));
    } catch (error) {
      const code = error instanceof FluxError ? error.code : null;
      isAway ||= code === 'unavailable';
      if (code !== 'not_implemented')
        context.log.warn({ err: error }, 'a mail does not name the next charge, which could not be read');
      return null;
    }
  };
}
