/** Delivery counts not written yet. Counting adds to numbers in memory. */
export class Meter {
  /** Pages that a game was opened with. */
  plays = 0;
  /** Bytes of bodies as sent. */
  bytes = 0;
  /** Bytes not downloaded because of compression, and because of deltas. */
  byCompression = 0;
  byDeltas = 0;

  /**
   * @param bytes of a body
   * @param saved bytes that the client did not have to download
   */
  add(bytes: number, saved?: { byCompression: number; byDeltas: number }): void {
    this.bytes += bytes;
    this.byCompression += saved?.byCompression ?? 0;
    this.byDeltas += saved?.byDeltas ?? 0;
  }

  /** Returns all counts and resets them. */
  take(): Delivered {
    const { plays, bytes, byCompression, byDeltas } = this;
    Object.assign(this, nothing);
    return { plays, bytes, byCompression, byDeltas };
  }

  /** What could not be written down is written with the next. */
  giveBack({ plays, bytes, ...saved }: Delivered): void {
    this.plays += plays;
    this.add(bytes, saved);
  }
}

export type Delivered = Pick<Meter, 'plays' | 'bytes' | 'byCompression' | 'byDeltas'>;

const nothing: Delivered = { plays: 0, bytes: 0, byCompression: 0, byDeltas: 0 };
