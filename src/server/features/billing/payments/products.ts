import type { Config } from '#server/config/config.ts';
import type { Product } from '#shared/billing/payments.ts';
import { plans, type Tier } from '#shared/billing/plans.ts';
import { invalidField } from '#shared/contract/errors.ts';
import type { Freshness } from '../stripe/catalogue.ts';
import type { Payments, SoldPrice } from '../stripe/port.ts';
import { tierOfPrice } from './prices.ts';

/** Cents for a price without an amount in the catalogue. */
const fallbackCents: Partial<Record<Tier, number>> = {
  indie: 999,
  pro: plans.pro.centsPerMonth ?? 999,
  'pro-plus': plans['pro-plus'].centsPerMonth ?? 999,
};
const fallbackPrice = 999;
/** All prices of Flux's are in one. */
const currency = 'usd';

/** What is for sale: of the service's products, those that are a plan of Flux's. */
export async function productsOf(
  config: Config['payments'],
  payments: Payments,
  freshness: Freshness = 'shown',
): Promise<Product[]> {
  const products = await payments.listProducts(freshness);
  const present = (price: SoldPrice): Product['prices'] => {
    const tier = tierOfPrice(config, price.id);
    if (tier === 'unknown' || price.currency !== currency) return [];
    const { id, unitAmount } = price;
    return [{ id, unit_amount: unitAmount ?? fallbackCents[tier] ?? fallbackPrice, currency, tier }];
  };
  return products
    .map(({ id, name, prices }) => ({ id, name, prices: prices.flatMap(present) }))
    .filter(({ prices }) => prices.length > 0);
}

/** @throws FluxError `invalid_input` for a price that is not sold */
export async function priceForSale(config: Config['payments'], payments: Payments, priceId: string) {
  const products = await productsOf(config, payments, 'charged');
  for (const product of products)
    for (const price of product.prices) if (price.id === priceId) return { ...price, productId: product.id };
  throw invalidField('priceId', 'This plan is not for sale.');
}
