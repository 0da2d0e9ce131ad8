import type { PlayerPart } from '#shared/apps/themes.ts';
import { pathOf } from './elements.ts';

interface PartProgress {
  part: PlayerPart;
  /** Bytes that the page has of it, unpacked. */
  bytes: number;
  state: 'unheard' | 'coming' | 'here';
}

/**
 * How much of a game has arrived. Unity's loaders guess how large a packed file is, by factors for gzip and brotli that fit
 * few games and none of the encodings that came later; the page knows.
 */
export class DownloadProgress {
  readonly #arrivals: ReadonlyMap<string, PartProgress>;
  readonly #onChange: () => void;

  constructor(parts: readonly PlayerPart[], onChange: () => void) {
    this.#arrivals = new Map(
      parts.map((part) => [pathOf(part.address), { part, bytes: 0, state: 'unheard' }]),
    );
    this.#onChange = onChange;
  }

  /** 0 to 1 of what has to come over the line; null as long as nothing was heard of any of it. */
  get share(): number | null {
    const all = [...this.#arrivals.values()];
    const cost = all.reduce((sum, { part }) => sum + part.cost, 0);
    if (cost === 0 || all.every(({ state }) => state === 'unheard')) return null;
    return all.reduce((sum, arrival) => sum + arrival.part.cost * shareOf(arrival), 0) / cost;
  }

  /** Whether something that was asked for is not here yet. What nobody asks for may come from Unity's own cache. */
  get isLoading(): boolean {
    return [...this.#arrivals.values()].some(({ state }) => state === 'coming');
  }

  /** @param bytes that the page has of the answer so far, unpacked */
  received(address: string, bytes: number): void {
    const arrival = this.#arrivals.get(pathOf(address));
    if (!arrival || arrival.state === 'here') return;
    arrival.bytes = Math.max(arrival.bytes, bytes);
    arrival.state = 'coming';
    this.#onChange();
  }

  completed(address: string): void {
    const arrival = this.#arrivals.get(pathOf(address));
    if (!arrival || arrival.state === 'here') return;
    arrival.state = 'here';
    this.#onChange();
  }
}

function shareOf({ part, bytes, state }: PartProgress): number {
  return state === 'here' ? 1 : Math.min(bytes / Math.max(part.bytes, 1), 1);
}
