import { cookieValues } from '#server/platform/http/guards/cookies.ts';
import type { ContentRequest, DeliveryContext } from '../delivery-context.ts';
import type { Pass } from './tickets.ts';

/** Its way in is asked for again at each request; this is for how long somebody finds a game again by its own address. */
const grantMilliseconds = 30 * 86_400_000;
const renewAfterMilliseconds = 3_600_000;

export interface Admission {
  /** A `Set-Cookie` value for a grant that should be renewed, to go out with a document. */
  renewal: string | null;
}

/** @returns null without access: a private application needs a grant that is still valid */
export async function admit(delivery: DeliveryContext, content: ContentRequest): Promise<Admission | null> {
  const { app } = content;
  if (app.isPublic) return { renewal: null };
  const grant = await findGrant(delivery, content, ({ way }) => delivery.accessCache.isOpen(app, way));
  if (grant === null) return null;
  const age = delivery.context.clock.now().getTime() - grant.issuedAt;
  return { renewal: age > renewAfterMilliseconds ? grantCookie(delivery, grant) : null };
}

/** Whether the requester may play versions without approval, of a public or a private application. */
export async function mayPreview(delivery: DeliveryContext, content: ContentRequest): Promise<boolean> {
  return (
    (await findGrant(delivery, content, ({ way }) => delivery.accessCache.mayPreview(content.app, way))) !==
    null
  );
}

/** The first valid grant of the request for its application. */
async function findGrant(
  delivery: DeliveryContext,
  { request, address, app }: ContentRequest,
  opens: (grant: Pass) => Promise<boolean>,
): Promise<Pass | null> {
  const brought =
    address.versionId === null
      ? cookieValues(request.headers.cookie, delivery.cookies.grant).map((sealed) =>
          delivery.sealers.grant.open(sealed),
        )
      : [address.grant];
  for (const grant of brought) {
    if (grant !== null && grant.appId === app.id && (await opens(grant))) return grant;
  }
  return null;
}

/** The `Set-Cookie` value of a new grant with the same access. */
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
