/**
 * The response header with the server's time, as an ISO 8601 date, for comparisons with times in the
 * response. The client's clock may be wrong.
 */
export const serverTimeHeader = 'flux-time';
