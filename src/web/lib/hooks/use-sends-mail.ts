import { useQueryClient } from '@tanstack/react-query';
import { type CachedSession, sessionKey } from '../session/retained-session.ts';

/** Whether what Flux writes to people goes out by mail; before that is known, nobody is promised one. */
export function useSendsMail(): boolean {
  return useQueryClient().getQueryData<CachedSession>(sessionKey)?.sendsMail ?? false;
}
