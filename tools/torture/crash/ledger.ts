import type { CrashBuild } from './builds.ts';

export interface LedgerApp {
  id: string;
  /** What each version must be served as, by its id. */
  versions: Map<string, CrashBuild>;
  activeId: string;
}

/** An upload whose creation was acknowledged. */
export interface LedgerUpload {
  id: string;
  build: CrashBuild;
  /** Bytes that the server said it has. */
  acknowledged: number;
}

/** What was asked for and not answered before the crash: it may have happened or not, but not by half. */
export type Pending =
  | { kind: 'upload'; upload: LedgerUpload | null }
  | { kind: 'create'; upload: LedgerUpload }
  | { kind: 'publish'; upload: LedgerUpload; app: LedgerApp }
  | { kind: 'activate'; app: LedgerApp; versionId: string }
  | { kind: 'delete-version'; app: LedgerApp; versionId: string }
  | { kind: 'delete-app'; app: LedgerApp };

/** What one person was promised, written down by the driver itself and never asked of the server. */
export class Ledger {
  readonly apps = new Map<string, LedgerApp>();
  pending: Pending | null = null;
  /** Operations that were acknowledged, by kind. */
  readonly acknowledged = new Map<string, number>();

  /** Runs an operation. Until `work` has ended it is pending; what it throws leaves it so. */
  async during<Result>(pending: Pending, work: () => Promise<Result>): Promise<Result> {
    this.pending = pending;
    const result = await work();
    this.pending = null;
    this.acknowledged.set(pending.kind, (this.acknowledged.get(pending.kind) ?? 0) + 1);
    return result;
  }
}
