import { ApiError } from '../../api.ts';
import { texts } from '../../i18n/en/refusal.ts';
import { format } from '../../i18n/format.ts';

/** Whether the server has its own message for it. */
export function isRefusal({ code }: ApiError): boolean {
  return code !== 'internal' && code !== 'network' && code !== 'foreign';
}

/**
 * The server's message if it is specific, otherwise the failed action. If something other than Flux
 * responded, the reason follows.
 */
export function refusalText(error: unknown, failed: string): string {
  if (!(error instanceof ApiError)) return failed;
  if (isRefusal(error)) return error.message;
  return error.code === 'foreign' ? format(texts.failedReason, { failed, reason: error.message }) : failed;
}
