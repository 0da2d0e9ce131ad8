import type { Headers } from './access/protection.ts';
import type { FileDelivery } from './bytes/deliver-file.ts';
import type { Manifest } from './bytes/manifest-cache.ts';
import type { RefusalStatus } from './pages/refuse.ts';
import type { MadePage } from './pages/theme/theme-pages.ts';

/** What a request on a content origin gets. */
export type Resolution =
  | Refusal
  | { kind: 'redirect'; status: 302 | 303; location: string; headers?: Headers }
  | { kind: 'preflight' }
  | { kind: 'service-worker' }
  | { kind: 'empty-page'; isIsolated: boolean }
  | ({ kind: 'page'; isPlay: boolean } & PageDelivery)
  | ({ kind: 'file'; isPlay: boolean } & FileDelivery);

export interface Refusal {
  kind: 'refusal';
  status: RefusalStatus;
  headers?: Headers;
  /** Address of the game, only for requesters who may play it. */
  start?: string;
  /** Recorded, so that creators see which files their build lacks. */
  missing?: { manifest: Manifest; path: string };
}

export interface PageDelivery {
  page: MadePage;
  isPublic: boolean;
  threads: boolean;
  extra: Headers;
}

export const refusal = (status: RefusalStatus, more: Partial<Refusal> = {}): Refusal => ({
  kind: 'refusal',
  status,
  ...more,
});
