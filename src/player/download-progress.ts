import type { PlayerPart } from '#shared/apps/themes.ts';
import { pathOf } from './elements.ts';

interface PartProgress {
  part: PlayerPart;
  /** Decompressed bytes that the page has received. */
  bytes: number;
  state: 'unheard' | 'coming' | 'here';
}

/**
 * Download progress of a game. Unity's loaders estimate the decompressed size by fixed factors for gzip and
 * Brotli, which are often wrong and lack newer encodings. The page knows the sizes.
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

  /** 0 to 1 of the bytes to transfer; null while no download has started. */
  get share(): number | null {
    const all = [...this.#arrivals.values()];
    const cost = all.reduce((sum, { part }) => sum + part.cost, 0);
    if (cost === 0 || all.every(({ state }) => state === 'unheard')) return null;
    return all.reduce((sum, arrival) => sum + arrival.part.cost * shareOf(arrival), 0) / cost;
  }

  /** Whether a requested file is incomplete. Files that are not requested may come from Unity's own cache. */
  get isLoading(): boolean {
    return [...this.#arrivals.values()].some(({ state }) => state === 'coming');
  }

  /** @param bytes decompressed bytes that the page has received so far */
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
