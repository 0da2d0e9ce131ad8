/** What was delivered and not written down yet. Counting is adding to a number: it costs a request nothing. */
export class Meter {
  /** Pages that a game was opened with. */
  plays = 0;
  /** Bytes of bodies, as they went over the wire. */
  bytes = 0;
  /** Bytes that nobody had to download since files are packed, and since readers held an earlier version. */
  byCompression = 0;
  byDeltas = 0;

  /**
   * @param bytes of a body
   * @param saved what its reader would have had to download besides
   */
  add(bytes: number, saved?: { byCompression: number; byDeltas: number }): void {
    this.bytes += bytes;
    this.byCompression += saved?.byCompression ?? 0;
    this.byDeltas += saved?.byDeltas ?? 0;
  }

  /** All that was counted, which begins anew. */
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
