import type { Coupon, Price, Product, PromotionCode } from './objects.ts';

/** The creation time of the samples, before any purchase. */
const made = Date.UTC(2024, 0, 1) / 1000;
const common = { created: made, livemode: false } as const;

const product = (id: string, name: string, defaultPrice: string): Product => ({
  ...common,
  id,
  object: 'product',
  active: true,
  name,
  description: null,
  default_price: defaultPrice,
  metadata: {},
});

const price = (id: string, productId: string, unitAmount: number, active = true): Price => ({
  ...common,
  id,
  object: 'price',
  active,
  currency: 'usd',
  nickname: null,
  product: productId,
  recurring: { interval: 'month', interval_count: 1 },
  type: 'recurring',
  unit_amount: unitAmount,
});

const coupon = (id: string, name: string, off: Partial<Coupon>): Coupon => ({
  ...common,
  id,
  object: 'coupon',
  name,
  percent_off: null,
  amount_off: null,
  currency: null,
  duration: 'forever',
  valid: true,
  ...off,
});

const promotionCode = (code: string, couponId: string, expiresAt: number | null = null): PromotionCode => ({
  ...common,
  id: `promo_sandbox_${code.toLowerCase()}`,
  object: 'promotion_code',
  // An expired promotion code is inactive.
  active: expiresAt === null,
  code,
  customer: null,
  expires_at: expiresAt,
  max_redemptions: null,
  times_redeemed: 0,
  promotion: { type: 'coupon', coupon: couponId },
  restrictions: { first_time_transaction: false, minimum_amount: null },
});

/** The products of the sandbox. The inactive price is a former one that cannot be bought. */
export const sandboxPrices = {
  pro: ['price_sandbox_pro'],
  'pro-plus': ['price_sandbox_pro_plus', 'price_sandbox_pro_plus_2023'],
};

/** The initial objects of each sandbox. */
export const samples: (Product | Price | Coupon | PromotionCode)[] = [
  product('prod_sandbox_pro', 'Pro', 'price_sandbox_pro'),
  product('prod_sandbox_pro_plus', 'Pro+', 'price_sandbox_pro_plus'),
  price('price_sandbox_pro', 'prod_sandbox_pro', 1999),
  price('price_sandbox_pro_plus', 'prod_sandbox_pro_plus', 9999),
  price('price_sandbox_pro_plus_2023', 'prod_sandbox_pro_plus', 4999, false),
  coupon('coupon_sandbox_quarter', 'A quarter off', { percent_off: 25 }),
  coupon('coupon_sandbox_five', '$5 off', { amount_off: 500, currency: 'usd' }),
  coupon('coupon_sandbox_first_month', 'First month free', { percent_off: 100, duration: 'once' }),
  promotionCode('FLUX25', 'coupon_sandbox_quarter'),
  promotionCode('FIVEOFF', 'coupon_sandbox_five'),
  promotionCode('FIRSTMONTH', 'coupon_sandbox_first_month'),
  promotionCode('EXPIRED', 'coupon_sandbox_quarter', made + 86_400),
];
