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
 * Points in an hour. A checkout has no password to guess; what is tried out on it are stolen cards, hundreds a minute,
 * for which the shop pays its bank, and promo codes. Somebody whose cards are all refused tries a handful: ten are let
 * through. A class of thirty behind one address buys at once.
 */
export const hourlyPoints = { account: 60, network: 600, all: 6_000 };
/** Looking at prices, bills and cards tries nothing out, but the payment service is asked: there is far more of it. */
export const timesAsMany: Record<AttemptKind, number> = { purchase: 1, promo: 1, look: 5 };
/** What a try costs, and what it costs more where the answer was no. */
export const attemptPoints = { tried: 1, refused: { purchase: 5, promo: 2, look: 0 } };

/** Of what a handler is given: who tries, and from where. */
export interface Attempting {
  viewer: Viewer;
  request: Pick<FastifyRequest, 'ip'>;
}

/**
 * Does what somebody tries, and counts it: by account, by network and over all, on all servers together. What is refused
 * here uses up nothing.
 * @throws FluxError `too_many_requests`
 */
export async function counted<Result>(
  context: Clocked,
  kind: AttemptKind,
  { viewer, request }: Attempting,
  work: () => Promise<Result>,
): Promise<Result> {
  const who = { userId: viewer.id, network: networkOf(request.ip) };
  await admit(context, kind, who);
  try {
    return await work();
  } catch (error) {
    if (isRefusal(kind, error)) await noteRefusal(context, kind, who);
    throw error;
  }
}

function isRefusal(kind: AttemptKind, error: unknown): boolean {
  if (kind === 'look' || !(error instanceof FluxError)) return false;
  return kind === 'promo' ? error.fields?.promoCode !== undefined : error.status === 402;
}

/** A bank said no to a card, or nobody has this code. */
export async function noteRefusal(
  { db, clock }: Clocked,
  kind: AttemptKind,
  who: { userId: string | null; network: string | null },
): Promise<void> {
  await insertAttempt(db, { kind, ...who, points: attemptPoints.refused[kind] }, clock.now());
}

/** Whether this person has no try left for now. */
export async function isSpent({ db, clock }: Clocked, kind: AttemptKind, userId: string): Promise<boolean> {
  const since = new Date(clock.now().getTime() - hour);
  const { points } = await countAttempts(db, kind, { userId }, since);
  return points >= hourlyPoints.account * timesAsMany[kind];
}

async function admit(
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
      if (points < limit * timesAsMany[kind]) continue;
      const waitMs = (first?.getTime() ?? now.getTime()) + hour - now.getTime();
      throw new FluxError('too_many_requests', undefined, {
        retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
      });
    }
    await insertAttempt(trx, { kind, ...who, points: attemptPoints.tried }, now);
  });
}
