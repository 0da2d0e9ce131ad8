import type { FastifyRequest } from 'fastify';
import type { Context } from '#server/context.ts';
import { networkOf } from '#server/platform/http/guards/rate-limits.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import {
  type AttemptKind,
  countAttempts,
  deleteAttemptsBefore,
  insertAttempt,
  lockAttempts,
} from './store.ts';

type Clocked = Pick<Context, 'db' | 'clock'>;

const hour = 3_600_000;

/**
 * Points per hour, against tests of stolen cards and promo codes. A user with refused cards gets ten attempts; a
 * class of thirty behind one address can buy at the same time.
 */
export const hourlyPoints = { account: 60, network: 600, all: 6_000 };
/** Looking at prices, bills and cards tries nothing out, but the payment service is asked: there is far more of it. */
export const limitFactors: Record<AttemptKind, number> = { purchase: 1, promo: 1, look: 5 };
/** The points of an attempt, and additional points if it is refused. */
export const attemptPoints = { tried: 1, refused: { purchase: 5, promo: 2, look: 0 } };

/** The handler's input: the user and the network. */
export interface AttemptInput {
  viewer: Viewer;
  request: Pick<FastifyRequest, 'ip'>;
}

/**
 * Runs an attempt within rate limits by account, by network and in total, across all servers. A rate-limited attempt
 * does not count.
 * @throws FluxError `too_many_requests`
 */
export async function rateLimited<Result>(
  context: Clocked,
  kind: AttemptKind,
  { viewer, request }: AttemptInput,
  work: () => Promise<Result>,
): Promise<Result> {
  const who = { userId: viewer.id, network: networkOf(request.ip) };
  await consumeAttempt(context, kind, who);
  try {
    return await work();
  } catch (error) {
    if (isRefusal(kind, error)) await recordRefusal(context, kind, who);
    throw error;
  }
}

function isRefusal(kind: AttemptKind, error: unknown): boolean {
  if (kind === 'look' || !(error instanceof FluxError)) return false;
  return kind === 'promo' ? error.fields?.promoCode !== undefined : error.status === 402;
}

/** Adds points for a declined card or an unknown code. */
export async function recordRefusal(
  { db, clock }: Clocked,
  kind: AttemptKind,
  who: { userId: string | null; network: string | null },
): Promise<void> {
  await insertAttempt(db, { kind, ...who, points: attemptPoints.refused[kind] }, clock.now());
}

/** Whether the user has reached their limit. */
export async function isLimitReached(
  { db, clock }: Clocked,
  kind: AttemptKind,
  userId: string,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - hour);
  const { points } = await countAttempts(db, kind, { userId }, since);
  return points >= hourlyPoints.account * limitFactors[kind];
}

async function consumeAttempt(
  { db, clock }: Clocked,
  kind: AttemptKind,
  who: { userId: string; network: string },
): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - hour);
  await db.transaction().execute(async (trx) => {
    await lockAttempts(trx);
    await deleteAttemptsBefore(trx, since);
    const limits = [
      [hourlyPoints.account, { userId: who.userId }],
      [hourlyPoints.network, { network: who.network }],
      [hourlyPoints.all, {}],
    ] as const;
    for (const [limit, by] of limits) {
      const { points, first } = await countAttempts(trx, kind, by, since);
      if (points < limit * limitFactors[kind]) continue;
      const waitMs = (first?.getTime() ?? now.getTime()) + hour - now.getTime();
      throw new FluxError('too_many_requests', undefined, {
        retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
      });
    }
    await insertAttempt(trx, { kind, ...who, points: attemptPoints.tried }, now);
  });
}
