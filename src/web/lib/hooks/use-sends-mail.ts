import { useQueryClient } from '@tanstack/react-query';
import { type CachedSession, sessionKey } from '../session/retained-session.ts';

/** Whether Flux sends e-mails; false until known, so that none is promised. */
export function useSendsMail(): boolean {
  return useQueryClient().getQueryData<CachedSession>(sessionKey)?.sendsMail ?? false;
}
