import { createContext, use } from 'react';

/** Runs a call; if the server requires a fresh sign-in, again after one. */
export type ConfirmedCall = <Answer>(make: () => Promise<Answer>) => Promise<Answer>;

export const ConfirmedCallContext = createContext<ConfirmedCall>((make) => make());

/** For calls that need a fresh sign-in. If the user cancels it, the call rejects with the server's refusal. */
export function useConfirmedCall(): ConfirmedCall {
  return use(ConfirmedCallContext);
}
