import { CreditCard, RotateCw } from 'lucide-react';
import type { PaymentDetails } from '#shared/billing/payments.ts';
import { texts } from '#web/i18n/en/billing/manage.ts';
import { Rich } from '#web/i18n/rich.tsx';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { expiryText, isExpired, methodName } from './method-text.ts';

interface PaymentMethodProps {
  query: { data: PaymentDetails | undefined; isError: boolean; refetch: () => unknown };
}

/** The payment method, in all of its states. */
export function PaymentMethod({ query: { data, isError, refetch } }: PaymentMethodProps) {
  if (data) return <Method method={data.paymentMethod} />;
  if (!isError)
    return (
      <span role="status">
        <span className="sr-only">{texts.loadingThePaymentMethod}</span>
        <Skeleton className="h-5 w-44" />
      </span>
    );
  return (
    <span role="alert" className="flex flex-wrap items-center gap-x-3">
      {texts.thePaymentMethodCouldNotBeLoaded}
      <Button variant="ghost" onClick={() => refetch()}>
        <RotateCw strokeWidth={1.75} aria-hidden="true" />
        {texts.tryAgain}
      </Button>
    </span>
  );
}

function Method({ method }: { method: PaymentDetails['paymentMethod'] }) {
  if (method === null) return <>{texts.noPaymentMethod}</>;
  const expiry = expiryText(method);
  const expired = isExpired(method, new Date());
  return (
    <span className="flex items-start gap-2">
      <CreditCard size={16} strokeWidth={1.75} aria-hidden="true" className="mt-1 shrink-0 text-muted" />
      <span>
        {expiry === null ? (
          methodName(method)
        ) : (
          <Rich
            text={expired ? texts.methodExpired : texts.methodExpires}
            with={{
              method: methodName(method),
              expiry,
              end: (inside) => (
                <span className={cn('tabular-nums', expired ? 'text-danger' : 'text-muted')}>{inside}</span>
              ),
            }}
          />
        )}
      </span>
    </span>
  );
}
