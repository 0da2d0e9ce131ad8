/** Of PostgreSQL (Appendix A): it ends or starts, or the connection to it broke. */
const unavailableStates = /^(?:57P0[123]|08\w{3})$/;
/** Errors of `pg` without a code. */
const unavailableMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Their codes, such as `ECONNREFUSED`, do not say which server a socket was connected to. */
const connectionErrors = new WeakSet<object>();

/** Called with each error of a socket that is connected to the database, or was to be. */
export function markConnectionError(error: Error): void {
  connectionErrors.add(error);
}

/** Whether an error says that the database cannot be reached, which nothing about the request can change. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && unavailableStates.test(code)) return true;
  return connectionErrors.has(error) || unavailableMessages.test(message);
}
