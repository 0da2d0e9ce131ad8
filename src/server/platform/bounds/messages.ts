import type { Counted, Place } from './bounds.ts';

/** What a worker asks of the first process. `id` is the worker's own number for it. */
export type BoundsQuestion =
  | { kind: 'bounds'; id: number; ask: 'count'; name: string; key: string; windowMs: number }
  | { kind: 'bounds'; id: number; ask: 'try-hold' | 'is-free'; places: readonly Place[] }
  | { kind: 'bounds'; id: number; ask: 'hold'; place: Place }
  /** Of what was held by the question with this number. */
  | { kind: 'bounds'; id: number; ask: 'release' };

/** `held`: whether the place is the worker's now, until it gives it back or ends. `free`: whether it could be. */
export type BoundsAnswer =
  | { kind: 'bounds'; id: number; counted: Counted }
  | { kind: 'bounds'; id: number; held: boolean }
  | { kind: 'bounds'; id: number; free: boolean };
