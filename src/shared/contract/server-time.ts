/**
 * The header in which the server tells its time, as an ISO 8601 date, with what is judged by it. The clock of a machine that
 * shows a page may be set to anything.
 */
export const serverTimeHeader = 'flux-time';
