import { type Config, isLocal } from '#server/config/config.ts';
import { type HostCookie, hostCookie } from '#server/platform/http/guards/cookies.ts';
import { isSameSite } from '../routing/hosts.ts';

/** The two cookies of a content origin. Flux's own never reach it, and it would not read them. */
export interface PlayCookies {
  /** A signed grant to play this app. */
  grant: HostCookie;
  /** The version that the document was served from. */
  version: HostCookie;
  /** A `Set-Cookie` value; without `maxAgeSeconds` the cookie ends with the browser's session. */
  serialize(cookie: HostCookie, value: string, maxAgeSeconds?: number): string;
}

export function createPlayCookies(config: Pick<Config, 'publicUrl' | 'contentOrigin'>): PlayCookies {
  const { publicUrl } = config;
  const contentOrigin = config.contentOrigin ?? publicUrl;
  const secure = contentOrigin.startsWith('https://') || isLocal(contentOrigin.replace('{app}', 'app'));
  // On another site the player's frame only gets cookies that are kept apart for Flux's site (CHIPS).
  const site =
    isSameSite(publicUrl, contentOrigin) || !secure ? 'SameSite=Lax' : 'SameSite=None; Partitioned';
  return {
    grant: hostCookie('flux-play', secure),
    version: hostCookie('flux-version', secure),
    serialize: (cookie, value, maxAgeSeconds) =>
      [
        `${cookie.name}=${value}; Path=/`,
        ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
        `Priority=High; HttpOnly; ${site}`,
        ...(cookie.secure ? ['Secure'] : []),
      ].join('; '),
  };
}
