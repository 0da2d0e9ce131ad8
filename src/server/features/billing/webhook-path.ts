/** The path of the payment service's webhook. */
export const webhookPath = '/api/webhooks/stripe';
