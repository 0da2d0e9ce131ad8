import { type Config, isLocal } from './config.ts';
import { unknownVariables } from './unknown-variables.ts';

type Started = Pick<Config, 'backgroundJobs' | 'publicUrl' | 'signIn'>;

/** Settings that work but are rarely intended: one sentence for each, for the startup log. */
export function startWarnings(env: Record<string, string | undefined>, config: Started): string[] {
  const warnings = unknownVariables(env);
  if (!config.backgroundJobs)
    warnings.push(
      'background jobs are off by FLUX_BACKGROUND_JOBS: nothing is swept, mailed or ended until Flux starts with them',
    );
  // A local server has the local identity provider.
  if (!isLocal(config.publicUrl) && Object.values(config.signIn).every((provider) => provider === null))
    warnings.push(
      `Nobody can sign in at ${config.publicUrl}: no sign-in provider is configured. Register Flux with one and set what it gives you, as FLUX_GOOGLE_CLIENT_ID and FLUX_GOOGLE_CLIENT_SECRET; "Let people sign in" in docs/self-hosting.md names them all.`,
    );
  return warnings;
}
