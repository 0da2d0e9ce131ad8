import { randomBytes } from 'node:crypto';
import { openSandboxService } from '#sandbox/stripe/service.ts';
import type { StripeSettings } from '#server/config/payments-config.ts';
import type { Context } from '#server/context.ts';
import { deriveKey } from '#server/platform/secrets/secret-key.ts';
import type { Clock } from '#server/platform/time/clock.ts';
import { paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Payments } from '../stripe/port.ts';
import { createStripePayments, type StripeConnection } from '../stripe/stripe-payments.ts';

/** The connection of this server to its payment provider. */
export interface PaymentGateway {
  /** @throws FluxError `not_implemented` if no payment provider is configured */
  payments(): Payments;
  /** The connection to the sandbox; null with a real payment provider. */
  sandbox: StripeConnection | null;
  /** Runs what is due in the sandbox and sends its events to Flux. */
  runSandbox(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export async function openPaymentGateway(context: Context): Promise<PaymentGateway> {
  const { service } = context.config.payments;
  if (service?.name === 'sandbox') return openSandbox(context);
  const payments = service && connectTo(service.settings, context.clock);
  return {
    payments: () => {
      if (payments === null) throw new FluxError('not_implemented', paymentsUnavailable);
      return payments;
    },
    sandbox: null,
    runSandbox: async () => {},
    close: async () => {},
  };
}

function connectTo({ api, ...keys }: StripeSettings, clock: Clock): Payments {
  return createStripePayments({ service: 'stripe', ...keys, ...(api ? { address: api } : {}) }, clock);
}

async function openSandbox(context: Context): Promise<PaymentGateway> {
  const { config, secretKey } = context;
  // Random, so that no other process on this machine can use it.
  const key = `sk_test_${randomBytes(24).toString('hex')}`;
  // Equal on all servers of the database, because each delivers all events.
  const webhookSecret = `whsec_${deriveKey(secretKey, 'payment sandbox').toString('hex')}`;
  const portal = (sessionId: string) => `${config.publicUrl}/test-billing/${sessionId}`;
  const sandbox = await openSandboxService(context, { key, portal, webhookSecret });
  const connection: StripeConnection = {
    service: 'sandbox',
    secretKey: key,
    webhookSecret,
    address: { protocol: 'http', host: '127.0.0.1', port: sandbox.port },
  };
  const payments = createStripePayments(connection, context.clock);
  return {
    payments: () => payments,
    sandbox: connection,
    runSandbox: sandbox.run,
    close: sandbox.close,
  };
}
