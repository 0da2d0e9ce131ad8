/** How a cookie of Flux's own host is named and sent. */
export interface HostCookie {
  name: string;
  /** Whether browsers accept `Secure` on this origin, and with it the `__Host-` prefix. */
  secure: boolean;
}

/**
 * A cookie that only this host can set and read. `__Host-` (RFC 6265bis, 4.1.3.2) keeps other hosts of the same
 * site, where uploaded builds live, from planting one of the same name. It needs `Secure`, which browsers accept
 * over https and on localhost; elsewhere over plain http the bare name is all there is.
 */
export function hostCookie(name: string, secure: boolean): HostCookie {
  return { name: secure ? `__Host-${name}` : name, secure };
}

/**
 * A `Set-Cookie` value; `maxAgeSeconds` 0 removes the cookie. `Priority=High` (Chromium) keeps it when a
 * neighbouring host plants more cookies than the browser keeps for the site.
 */
export function serializeCookie(cookie: HostCookie, value: string, maxAgeSeconds: number): string {
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; Priority=High; HttpOnly; SameSite=Lax`;
  return `${cookie.name}=${value}; ${attributes}${cookie.secure ? '; Secure' : ''}`;
}

/** How many values of one name are looked at; a neighbour may plant hundreds. */
const maxValues = 50;

/**
 * Every value sent under a name, in the order sent. There may be several: a build on a neighbouring host can
 * plant a cookie of the same name, and the genuine one must still be found.
 */
export function cookieValues(header: string | undefined, cookie: HostCookie): string[] {
  const prefix = `${cookie.name}=`;
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length))
    .slice(0, maxValues);
}
