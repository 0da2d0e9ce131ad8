import { EventLoopThrottle } from '#server/platform/processes/event-loop-throttle.ts';
import { blockBytes } from './hot-files.ts';

/**
 * What all transfers together hand to the system in one turn of the event loop: half a millisecond of copying or so. Whoever
 * asks for something small waits for that, and not for every reader who can take more.
 */
const turnBytes = 2_097_152;
/** With as many transfers there is a crowd at the door, too, of whose connections Node takes one in a turn. */
const crowdTransfers = 64;
const crowdedTurnBytes = 524_288;
/** Less at a time costs more calls than it spares waiting. */
export const leastStepBytes = 65_536;
/**
 * For as many the processor is what there is too little of, and the system's own way from file to connection takes less of
 * it. A few get more by way of memory, which readers take over in larger pieces.
 */
const manyTransfers = 16;

/** Less costs less than to wait for. */
export const minThrottledBytes = 16_384;

/** Lets transfers hand on their bytes by turns. */
export class SendingTurns {
  #transfers = 0;
  readonly #turns = new EventLoopThrottle(() =>
    this.#transfers < crowdTransfers ? turnBytes : crowdedTurnBytes,
  );

  /** @returns to be called when the transfer has ended, however it did */
  enter(): () => void {
    this.#transfers += 1;
    return () => {
      this.#transfers -= 1;
    };
  }

  /** Whether there are so many that CPU time matters more than latency. */
  get areMany(): boolean {
    return this.#transfers >= manyTransfers;
  }

  /** How many bytes a transfer may hand on at a time: the fewer the more there are, so that all get their turn soon. */
  get stepBytes(): number {
    const share = Math.floor((2 * turnBytes) / this.#transfers / leastStepBytes) * leastStepBytes;
    return Math.min(Math.max(share, leastStepBytes), blockBytes);
  }

  /** As of `EventLoopThrottle`, in bytes. */
  takeNow(bytes: number): boolean {
    return this.#turns.takeNow(bytes);
  }

  /** As of `EventLoopThrottle`, in bytes. */
  take(bytes: number): Promise<void> | null {
    return this.#turns.take(bytes);
  }
}

/** Of all that this process sends. */
export const sendThrottle = new SendingTurns();
