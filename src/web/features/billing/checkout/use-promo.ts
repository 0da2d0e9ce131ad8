import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Discount, validatePromoCode } from '#shared/billing/payments.ts';
import { ApiError, call } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/checkout.ts';
import { refusalText } from '#web/lib/session/refusal.ts';

export interface AppliedPromo extends Discount {
  code: string;
}

/**
 * A promo code as it is typed and checked. What was checked last is what counts: an answer belongs to its code, so one
 * that comes late, after another was typed, is of no code that is asked about any more.
 */
export function usePromo(priceId: string) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [code, setCode] = useState('');
  const query = useQuery({ ...promoQuery(priceId, code), enabled: code !== '' });
  const wanted = text.trim();
  const applied: AppliedPromo | null = code !== '' && query.isSuccess ? { code, ...query.data } : null;

  return {
    text,
    /** A code that changes is not the one that was checked; none takes nothing off. */
    type: (typed: string) => {
      setText(typed);
      if (typed.trim() !== code) setCode('');
    },
    /** On leaving the field, and by its button, which also asks again what failed. */
    check: ({ again = false } = {}) => {
      setCode(wanted);
      if (again && wanted !== '' && wanted === code && query.isError) void query.refetch();
    },
    /** Before anything is bought. @throws ApiError about `promoCode` */
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
