import { cookieValues } from '#server/platform/http/guards/cookies.ts';
import type { MaybePromise } from '../bytes/maybe-promise.ts';
import type { DeliveryContext, Visit } from '../delivery-context.ts';
import type { Pass } from './tickets.ts';

/** Its way in is asked for again at each request; this is for how long somebody finds a game again by its own address. */
const grantMilliseconds = 30 * 86_400_000;
const renewAfterMilliseconds = 3_600_000;

export interface Admission {
  /** A `Set-Cookie` value for a grant that should be renewed, to go out with a document. */
  renewal: string | null;
}

/** Lets a visitor of this app in, or answers null. For a private app a signed grant must be there and still hold. */
export function admit(delivery: DeliveryContext, visit: Visit): MaybePromise<Admission | null> {
  return visit.app.isPublic ? { renewal: null } : admitByGrant(delivery, visit);
}

async function admitByGrant(delivery: DeliveryContext, visit: Visit): Promise<Admission | null> {
  const grant = await findGrant(delivery, visit, ({ way }) => delivery.accessCache.isOpen(visit.app, way));
  if (grant === null) return null;
  const age = delivery.context.clock.now().getTime() - grant.issuedAt;
  return { renewal: age > renewAfterMilliseconds ? grantCookie(delivery, grant) : null };
}

/** Whether this visitor may play versions of the app that nobody has approved, be it public or not. */
export async function mayPreview(delivery: DeliveryContext, visit: Visit): Promise<boolean> {
  return (
    (await findGrant(delivery, visit, ({ way }) => delivery.accessCache.mayPreview(visit.app, way))) !== null
  );
}

/** Of the grants for this app that a visitor brings, the first that opens. */
async function findGrant(
  delivery: DeliveryContext,
  { request, place, app }: Visit,
  opens: (grant: Pass) => Promise<boolean>,
): Promise<Pass | null> {
  const brought =
    place.versionId === null
      ? cookieValues(request.headers.cookie, delivery.cookies.grant).map((sealed) =>
          delivery.sealers.grant.open(sealed),
        )
      : [place.grant];
  for (const grant of brought) {
    if (grant !== null && grant.appId === app.id && (await opens(grant))) return grant;
  }
  return null;
}

/** The `Set-Cookie` value of a grant of the same way in, from now on. */
export function grantCookie(delivery: DeliveryContext, { appId, way }: Pick<Pass, 'appId' | 'way'>): string {
  const issuedAt = delivery.context.clock.now().getTime();
  const sealed = delivery.sealers.grant.seal({
    appId,
    way,
    issuedAt,
    expiresAt: issuedAt + grantMilliseconds,
  });
  return delivery.cookies.serialize(delivery.cookies.grant, sealed, grantMilliseconds / 1000);
}
