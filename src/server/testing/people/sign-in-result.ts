import type { SignInResult } from '#shared/accounts/sign-in.ts';
import type { Answer } from '../http/request.ts';

/** What the last page of a sign-in hands over: said on a channel, or left in the tab. */
export function signInResultOf(answer: Answer): SignInResult | null {
  const page = answer.text();
  const said = /postMessage\((\{.*\})\);/.exec(page)?.[1];
  if (said) return JSON.parse(said) as SignInResult;
  const left = /sessionStorage\.setItem\("flux-sign-in", (".*")\);/.exec(page)?.[1];
  return left ? (JSON.parse(JSON.parse(left) as string) as SignInResult) : null;
}
