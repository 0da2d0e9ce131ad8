const maxLength = 300;

/** Why something failed, in the words of the error; of several at once the first one's. */
export function problemOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return problemOf(error.errors[0]);
  return (error instanceof Error ? error.message : String(error)).slice(0, maxLength);
}
