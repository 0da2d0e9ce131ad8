import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Discount, validatePromoCode } from '#shared/billing/payments.ts';
import { ApiError, call } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/checkout.ts';
import { refusalText } from '#web/lib/session/refusal.ts';

export interface AppliedPromo extends Discount {
  code: string;
}

/** A promo code as typed and checked. The last check counts: a late response for an earlier code is ignored. */
export function usePromo(priceId: string) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [code, setCode] = useState('');
  const query = useQuery({ ...promoQuery(priceId, code), enabled: code !== '' });
  const wanted = text.trim();
  const applied: AppliedPromo | null = code !== '' && query.isSuccess ? { code, ...query.data } : null;

  return {
    text,
    /** A changed code is not the checked one; an empty one gives no discount. */
    type: (typed: string) => {
      setText(typed);
      if (typed.trim() !== code) setCode('');
    },
    /** On leaving the field, and by its button, which also retries after an error. */
    check: ({ again = false } = {}) => {
      setCode(wanted);
      if (again && wanted !== '' && wanted === code && query.isError) void query.refetch();
    },
    /**
     * Before a purchase.
     * @throws ApiError about `promoCode`
     */
    settle: async (): Promise<AppliedPromo | null> => {
      setCode(wanted);
      if (wanted === '') return null;
      return { code: wanted, ...(await client.fetchQuery(promoQuery(priceId, wanted))) };
    },
    applied,
    isChecking: code !== '' && query.isFetching,
    problem: code !== '' && query.error && !query.isFetching ? query.error.message : null,
  };
}

function promoQuery(priceId: string, promoCode: string) {
  return queryOptions({
    queryKey: ['promo-code', priceId, promoCode],
    queryFn: async ({ signal }): Promise<Discount> => {
      try {
        return await call(validatePromoCode, { body: { promoCode, priceId }, signal });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const text = refusalText(error, texts.failedToValidatePromoCode);
        throw new ApiError(error.code, text, { fields: { promoCode: text } });
      }
    },
    retry: false,
    staleTime: 60_000,
  });
}
