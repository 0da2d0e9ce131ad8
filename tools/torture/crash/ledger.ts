import type { CrashBuild } from './builds.ts';

export interface LedgerApp {
  id: string;
  /** The expected content of each version, by its id. */
  versions: Map<string, CrashBuild>;
  activeId: string;
}

/** An upload whose creation was acknowledged. */
export interface LedgerUpload {
  id: string;
  build: CrashBuild;
  /** Bytes that the server acknowledged. */
  acknowledged: number;
}

/** A request without a response before the crash. It may have taken effect or not, but never half. */
export type Pending =
  | { kind: 'upload'; upload: LedgerUpload | null }
  | { kind: 'create'; upload: LedgerUpload }
  | { kind: 'publish'; upload: LedgerUpload; app: LedgerApp }
  | { kind: 'activate'; app: LedgerApp; versionId: string }
  | { kind: 'delete-version'; app: LedgerApp; versionId: string }
  | { kind: 'delete-app'; app: LedgerApp };

/** Acknowledged state of one account, recorded by the driver and never read from the server. */
export class Ledger {
  readonly apps = new Map<string, LedgerApp>();
  pending: Pending | null = null;
  /** Operations that were acknowledged, by kind. */
  readonly acknowledged = new Map<string, number>();

  /** Runs an operation. It is pending until `work` has ended, and stays pending if `work` throws. */
  async during<Result>(pending: Pending, work: () => Promise<Result>): Promise<Result> {
    this.pending = pending;
    const result = await work();
    this.pending = null;
    this.acknowledged.set(pending.kind, (this.acknowledged.get(pending.kind) ?? 0) + 1);
    return result;
  }
}
