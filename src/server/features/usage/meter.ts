/** What was delivered and not written down yet. Counting is adding to a number: it costs a request nothing. */
export class Meter {
  /** Pages that a game was opened with. */
  plays = 0;
  /** Bytes of bodies, as they went over the wire. */
  bytes = 0;
  /** Bytes that nobody had to download since files are packed, and since readers held an earlier version. */
  byForms = 0;
  byDeltas = 0;

  /**
   * @param bytes of a body
   * @param spared what its reader would have had to download besides
   */
  add(bytes: number, spared?: { byForms: number; byDeltas: number }): void {
    this.bytes += bytes;
    this.byForms += spared?.byForms ?? 0;
    this.byDeltas += spared?.byDeltas ?? 0;
  }

  /** All that was counted, which begins anew. */
  take(): Delivered {
    const { plays, bytes, byForms, byDeltas } = this;
    Object.assign(this, nothing);
    return { plays, bytes, byForms, byDeltas };
  }

  /** What could not be written down is written with the next. */
  giveBack({ plays, bytes, ...spared }: Delivered): void {
    this.plays += plays;
    this.add(bytes, spared);
  }
}

export type Delivered = Pick<Meter, 'plays' | 'bytes' | 'byForms' | 'byDeltas'>;

const nothing: Delivered = { plays: 0, bytes: 0, byForms: 0, byDeltas: 0 };
