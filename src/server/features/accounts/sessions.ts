import { type Config, isLocal } from '../../config/config.ts';
import type { Context } from '../../context.ts';
import {
  cookieValues,
  type HostCookie,
  hostCookie,
  serializeCookie,
} from '../../platform/http/guards/cookies.ts';
import { hashSecret, newId, newSecret } from '../../platform/ids.ts';
import { deleteSession, findSession, insertSession, touchSession } from './session-store.ts';
import type { Viewer } from './viewer.ts';

const day = 86_400_000;
export const absoluteMilliseconds = 30 * day;
/** A session's last use is written down at most this often. */
const touchMilliseconds = 60_000;

/** Browsers take `Secure` cookies over https and, as an exception, from localhost. */
export function takesSecureCookies(config: Config): boolean {
  return config.publicUrl.startsWith('https://') || isLocal(config.publicUrl);
}

export function sessionCookie(config: Config): HostCookie {
  return hostCookie('flux-session', takesSecureCookies(config));
}

export interface NewSession {
  id: string;
  secret: string;
  setCookie: string;
}

/** Starts a session with a fresh secret; only its hash is kept. */
export async function startSession(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  session: { userId: string; provider: string; userAgent: string; provedAt: Date | null },
): Promise<NewSession> {
  const now = context.clock.now();
  const secret = newSecret();
  const id = newId();
  await insertSession(context.db, {
    secret_hash: hashSecret(secret),
    id,
    user_id: session.userId,
    provider: session.provider,
    user_agent: session.userAgent.slice(0, 400),
    created_at: now,
    authenticated_at: session.provedAt,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + absoluteMilliseconds),
  });
  const setCookie = serializeCookie(sessionCookie(context.config), secret, absoluteMilliseconds / 1000);
  return { id, secret, setCookie };
}

/** The user of a `Cookie` header, or null; marks the session as used. */
export async function findViewer(context: Context, cookieHeader: string | undefined): Promise<Viewer | null> {
  return findByHashes(context, secretHashes(context, cookieHeader));
}

/** The same for a bearer token, which is the value of the session's cookie. */
export async function findViewerByToken(context: Context, token: string): Promise<Viewer | null> {
  return findByHashes(context, isSecret(token) ? [hashSecret(token)] : []);
}

async function findByHashes(context: Context, hashes: Buffer[]): Promise<Viewer | null> {
  if (hashes.length === 0) return null;
  const now = context.clock.now();
  const found = await findSession(context.db, hashes, now);
  if (!found) return null;
  const { lastSeenAt, ...viewer } = found;
  if (now.getTime() - lastSeenAt.getTime() >= touchMilliseconds)
    await touchSession(context.db, viewer.sessionId, now);
  return viewer;
}

/** Ends all sessions of a `Cookie` header. */
export async function endSessions(
  context: Pick<Context, 'db' | 'config'>,
  cookieHeader: string | undefined,
): Promise<void> {
  for (const hash of secretHashes(context, cookieHeader)) await deleteSession(context.db, hash);
}

/** The `Set-Cookie` value that removes the session from the browser. */
export function forgetSessionCookie(config: Config): string {
  return serializeCookie(sessionCookie(config), '', 0);
}

function secretHashes(context: Pick<Context, 'config'>, cookieHeader: string | undefined): Buffer[] {
  return cookieValues(cookieHeader, sessionCookie(context.config)).filter(isSecret).map(hashSecret);
}

function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
