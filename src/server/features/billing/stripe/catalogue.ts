import type Stripe from 'stripe';
import type { Clock } from '#server/platform/time/clock.ts';
import type { SoldProduct } from './port.ts';

/** The purpose of a catalogue read: to show it, or to charge a price. */
export type Freshness = 'shown' | 'charged';

const minute = 60_000;
const maxAge: Record<Freshness, number> = { shown: 5 * minute, charged: minute / 2 };
/** The maximum age of a response that replaces a failed one. */
const maxStaleMilliseconds = 24 * 60 * minute;
/** How long a reader waits for a new response if an old one exists. */
const waitMilliseconds = 3_000;
/** After a failure, reads for display do not retry before this time. */
const pauseMilliseconds = 10_000;

interface CachedProducts {
  products: SoldProduct[];
  readAt: number;
}

/**
 * The cached catalogue, because requests are public and unlimited. Concurrent requests share one read. While the
 * service is unreachable the last response is shown, but no purchase uses it.
 */
export class Catalogue {
  readonly #read: () => Promise<SoldProduct[]>;
  readonly #clock: Clock;
  #kept: CachedProducts | null = null;
  #reading: Promise<SoldProduct[]> | null = null;
  #version = 0;
  #failure: { error: unknown; at: number } | null = null;

  constructor(read: () => Promise<SoldProduct[]>, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  async read(freshness: Freshness): Promise<SoldProduct[]> {
    const age = this.#ageOf(this.#kept?.readAt);
    if (this.#kept && age < maxAge[freshness]) return this.#kept.products;
    if (freshness === 'charged') return this.#refresh();
    const old = this.#kept && age < maxStaleMilliseconds ? this.#kept.products : null;
    if (this.#failure && this.#ageOf(this.#failure.at) < pauseMilliseconds) {
      if (old) return old;
      throw this.#failure.error;
    }
    return old ? Promise.race([this.#refresh(), delayed(old)]).catch(() => old) : this.#refresh();
  }

  /** After a change event the cached response is used only if the service fails. */
  forget(): void {
    if (this.#kept) this.#kept.readAt -= maxAge.shown;
    // What is being read may be from before the change.
    this.#version += 1;
    this.#reading = null;
    this.#failure = null;
  }

  #ageOf(at: number | undefined): number {
    return at === undefined ? Number.POSITIVE_INFINITY : this.#clock.now().getTime() - at;
  }

  #refresh(): Promise<SoldProduct[]> {
    if (this.#reading) return this.#reading;
    const readAt = this.#clock.now().getTime();
    const reading = this.#read().finally(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    this.#reading = reading;
    const version = this.#version;
    reading.then(
      (products) => {
        if (version !== this.#version) return;
        this.#kept = { products, readAt };
        this.#failure = null;
      },
      (error: unknown) => {
        this.#failure = { error, at: this.#clock.now().getTime() };
      },
    );
    return reading;
  }
}

function delayed<Value>(value: Value): Promise<Value> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(value), waitMilliseconds).unref();
  });
}

/** As many as the service sends at once. */
const perPage = 100;
const atMost = { limit: 1_000 };

/** What is sold now, with the prices of each. */
export async function readCatalogue(stripe: Stripe): Promise<SoldProduct[]> {
  const listed = { active: true, limit: perPage };
  const [products, prices] = await Promise.all([
    stripe.products.list(listed).autoPagingToArray(atMost),
    stripe.prices.list({ ...listed, type: 'recurring' }).autoPagingToArray(atMost),
  ]);
  return products.map(({ id, name }) => ({
    id,
    name,
    prices: prices
      .filter(({ product }) => product === id)
      .map((price) => ({ id: price.id, unitAmount: price.unit_amount, currency: price.currency })),
  }));
}
