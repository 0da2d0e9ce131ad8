/** The delay after an error, during a checkout, or for an incomplete mail; by the server's clock. */
const retryDelayMilliseconds = 5 * 60_000;

export const retryAt = (now: Date) => new Date(now.getTime() + retryDelayMilliseconds);
