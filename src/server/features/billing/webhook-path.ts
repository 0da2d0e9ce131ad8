/** Where the payment service tells what happened. */
export const webhookPath = '/api/webhooks/stripe';
