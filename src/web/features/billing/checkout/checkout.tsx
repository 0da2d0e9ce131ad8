import { useState } from 'react';
import { type PaidTier, plans } from '#shared/billing/plans.ts';
import { texts } from '#web/i18n/en/billing/checkout.ts';
import { format } from '#web/i18n/format.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { ErrorState } from '#web/ui/loading/states.tsx';
import { priceOf, useOffer, usePaymentSettings, useProducts } from '../use-catalogue.ts';
import { CheckoutForm } from './checkout-form.tsx';

interface CheckoutProps {
  tier: PaidTier;
  onClose: () => void;
  onBought: () => void;
}

/** The modal for buying a plan. */
export default function Checkout({ tier, onClose, onBought }: CheckoutProps) {
  const [changed, setChanged] = useState(false);
  const [paying, setPaying] = useState(false);
  return (
    <FormDialog
      title={format(texts.subscribeToName, { name: plans[tier].name })}
      description={contentsOf(tier)}
      changed={changed}
      busy={paying}
      discardText={texts.nothingWasBoughtYourInputIsNot}
      onClose={onClose}
    >
      <CheckoutBody tier={tier} onChanged={() => setChanged(true)} onPaying={setPaying} onBought={onBought} />
    </FormDialog>
  );
}

interface CheckoutBodyProps {
  tier: PaidTier;
  onChanged: () => void;
  onPaying: (paying: boolean) => void;
  onBought: () => void;
}

function CheckoutBody({ tier, ...events }: CheckoutBodyProps) {
  const settings = usePaymentSettings();
  const products = useProducts();
  const { id: priceId } = priceOf(products.data, tier);
  const offer = useOffer(priceId);
  const isEmpty = products.isSuccess && priceId === null;
  if (settings.isLoadingError || products.isLoadingError || offer.isLoadingError || isEmpty) {
    const retry = () => Promise.all([settings.refetch(), products.refetch(), priceId && offer.refetch()]);
    return (
      <ErrorState title={texts.failedToCreateCheckoutSession} onRetry={retry}>
        {isEmpty ? texts.thisPlanIsNotForSale : texts.nothingWasCharged}
      </ErrorState>
    );
  }
  if (!settings.data || !offer.data || priceId === null) return <Loading />;
  return (
    <CheckoutForm tier={tier} settings={settings.data} priceId={priceId} offer={offer.data} {...events} />
  );
}

/** In the shape of the form, so that nothing moves. */
function Loading() {
  return (
    <div className="mt-6 grid gap-6" role="status">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-24" />
      <Skeleton className="h-11" />
      <Skeleton className="h-80" />
      <Skeleton className="h-28" />
    </div>
  );
}

function contentsOf(tier: PaidTier): string {
  const { maxApps, maxRevisions, discord } = plans[tier];
  const limits = format(texts.maxappsApplicationsMaxrevisions, { maxApps, maxRevisions });
  return discord ? format(texts.limitsDiscordAccessByInvite, { limits }) : limits;
}
