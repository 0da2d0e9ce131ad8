/**
 * Whether the first answer to a question is on its way, for a page that is not drawn before it is there. What does not
 * come at the first try is not waited for.
 */
export function isAwaited({
  isLoading,
  failureCount,
}: {
  isLoading: boolean;
  failureCount: number;
}): boolean {
  return isLoading && failureCount === 0;
}
