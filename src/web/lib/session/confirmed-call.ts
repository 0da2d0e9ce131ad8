import { createContext, use } from 'react';

/** Makes a call; where the server asks for a fresh sign-in first, again after one. */
export type ConfirmedCall = <Answer>(make: () => Promise<Answer>) => Promise<Answer>;

export const ConfirmedCallContext = createContext<ConfirmedCall>((make) => make());

/** For calls that need a fresh sign-in. Whoever gives up on it gets the server's refusal. */
export function useConfirmedCall(): ConfirmedCall {
  return use(ConfirmedCallContext);
}
