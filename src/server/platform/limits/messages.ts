import type { RateCount, Semaphore } from './shared-limits.ts';

/** A request from a worker process to the primary process. `id` is unique in the worker. */
export type LimitsRequest =
  | { kind: 'limits'; id: number; ask: 'count'; name: string; key: string; windowMs: number }
  | { kind: 'limits'; id: number; ask: 'try-acquire' | 'is-free'; semaphores: readonly Semaphore[] }
  | { kind: 'limits'; id: number; ask: 'acquire'; semaphore: Semaphore }
  /** Returns the permits that the request with this id acquired. */
  | { kind: 'limits'; id: number; ask: 'release' };

/** `held`: whether the worker has the permits until it releases them or ends. `free`: whether it could have them. */
export type LimitsResponse =
  | { kind: 'limits'; id: number; rateCount: RateCount }
  | { kind: 'limits'; id: number; held: boolean }
  | { kind: 'limits'; id: number; free: boolean };
