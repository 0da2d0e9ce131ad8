/** What was delivered and not written down yet. Counting is adding to a number: it costs a request nothing. */
export class Meter {
  /** Pages that a game was opened with. */
  plays = 0;
  /** Bytes of bodies, as they went over the wire. */
  bytes = 0;

  /** All that was counted, which begins anew. */
  take(): Counts {
    const { plays, bytes } = this;
    this.plays = 0;
    this.bytes = 0;
    return { plays, bytes };
  }

  /** What could not be written down is written with the next. */
  giveBack({ plays, bytes }: Counts): void {
    this.plays += plays;
    this.bytes += bytes;
  }
}

interface Counts {
  plays: number;
  bytes: number;
}
