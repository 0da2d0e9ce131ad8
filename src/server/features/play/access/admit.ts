import { cookieValues } from '../../../platform/http/cookies.ts';
import type { Soon } from '../bytes/soon.ts';
import type { Desk, Visit } from '../desk.ts';
import type { Pass } from './tickets.ts';

const grantMilliseconds = 86_400_000;
const renewAfterMilliseconds = 3_600_000;

export interface Admission {
  /** A `Set-Cookie` value for a grant that should be renewed, to go out with a document. */
  renewal: string | null;
}

/** Lets a visitor of this app in, or answers null. For a private app a signed grant must be there and still hold. */
export function admit(desk: Desk, visit: Visit): Soon<Admission | null> {
  return visit.app.isPublic ? { renewal: null } : admitByGrant(desk, visit);
}

async function admitByGrant(desk: Desk, { request, place, app }: Visit): Promise<Admission | null> {
  const brought =
    place.versionId === null ? cookieValues(request.headers.cookie, desk.cookies.grant) : [place.grant ?? ''];
  for (const sealed of brought) {
    const grant = desk.sealers.grant.open(sealed);
    if (grant === null || grant.appId !== app.id || !(await desk.doorman.isOpen(app, grant.way))) continue;
    const age = desk.context.clock.now().getTime() - grant.issuedAt;
    return { renewal: age > renewAfterMilliseconds ? grantCookie(desk, grant) : null };
  }
  return null;
}

/** The `Set-Cookie` value of a grant of the same way in, from now on. */
export function grantCookie(desk: Desk, { appId, way }: Pick<Pass, 'appId' | 'way'>): string {
  const issuedAt = desk.context.clock.now().getTime();
  const sealed = desk.sealers.grant.seal({ appId, way, issuedAt, expiresAt: issuedAt + grantMilliseconds });
  return desk.cookies.serialize(desk.cookies.grant, sealed, grantMilliseconds / 1000);
}
