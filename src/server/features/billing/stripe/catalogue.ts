import type Stripe from 'stripe';
import type { Clock } from '#server/platform/time/clock.ts';
import type { SoldProduct } from './port.ts';

/** What somebody asks the catalogue for: to show it, or to have it paid. */
export type Freshness = 'shown' | 'charged';

const minute = 60_000;
const maxAge: Record<Freshness, number> = { shown: 5 * minute, charged: minute / 2 };
/** How long the last answer stands in for one that does not come. */
const keptMilliseconds = 24 * 60 * minute;
/** How long whoever only looks waits for a new answer where there is an old one. */
const patienceMilliseconds = 3_000;
/** After a failure nobody who only looks makes it be asked again at once. */
const pauseMilliseconds = 10_000;

interface Kept {
  products: SoldProduct[];
  readAt: number;
}

/**
 * What is sold, kept for a while: anybody may ask for it, as often as they like. However many ask at once, it is read
 * once. While the service is away, the last answer is shown; nobody pays by it.
 */
export class Catalogue {
  readonly #read: () => Promise<SoldProduct[]>;
  readonly #clock: Clock;
  #kept: Kept | null = null;
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
    const old = this.#kept && age < keptMilliseconds ? this.#kept.products : null;
    if (this.#failure && this.#ageOf(this.#failure.at) < pauseMilliseconds) {
      if (old) return old;
      throw this.#failure.error;
    }
    return old ? Promise.race([this.#refresh(), later(old)]).catch(() => old) : this.#refresh();
  }

  /** Something of it changed: what is kept serves only while nothing newer can be had. */
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

function later<Value>(value: Value): Promise<Value> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(value), patienceMilliseconds).unref();
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
