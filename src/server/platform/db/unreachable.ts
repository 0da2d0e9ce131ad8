/** SQLSTATEs of PostgreSQL (Appendix A): starting, shutting down, or a broken connection. */
const unavailableStates = /^(?:57P0[123]|08\w{3})$/;
/** Errors of `pg` without a code. */
const unavailableMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Codes such as `ECONNREFUSED` do not identify the server. */
const connectionErrors = new WeakSet<object>();

/** Called with each error of a socket to the database. */
export function markConnectionError(error: Error): void {
  connectionErrors.add(error);
}

/** Whether an error means that the database is unavailable, independent of the request. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && unavailableStates.test(code)) return true;
  return connectionErrors.has(error) || unavailableMessages.test(message);
}
