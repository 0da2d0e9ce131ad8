/**
 * Awaits a promise, or rejects as soon as the signal aborts.
 * @throws the signal's reason
 */
export async function raceAbort<Value>(signal: AbortSignal, awaited: Promise<Value>): Promise<Value> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([stopped.promise, awaited]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
