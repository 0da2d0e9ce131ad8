/** So many may hold a place of this name at the same time. */
export interface Place {
  name: string;
  most: number;
}

/** Gives a place back; a second call does nothing. */
export type Release = () => void;

export interface Counted {
  /** This one included. */
  count: number;
  /** Until counting begins anew. */
  leftMs: number;
}

/** What is bounded once for all processes of this Flux, however many of them there are. */
export interface Bounds {
  /**
   * Counts one more of `key` within a window of time that begins with the first of them. Of each `name` the keys that were
   * counted lately are known, ten thousand of them.
   */
  count(name: string, key: string, windowMs: number): Promise<Counted>;
  /** Takes one of each of these places, or none at all. Null: one of them is taken by as many as it bears. */
  tryHold(places: readonly Place[]): Promise<Release | null>;
  /** Whether `tryHold` would give one of each, without taking any. */
  isFree(places: readonly Place[]): Promise<boolean>;
  /** Waits in line for a place, first come first served. */
  hold(place: Place): Promise<Release>;
}

/** Does a piece of work while it holds a place, and waits in line for that. */
export async function holding<Result>(
  bounds: Bounds,
  place: Place,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await bounds.hold(place);
  try {
    return await work();
  } finally {
    release();
  }
}
