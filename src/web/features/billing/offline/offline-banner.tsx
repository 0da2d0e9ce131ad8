import { Link } from 'react-router';
import type { Offline } from '#shared/offline.ts';
import { daysToDeletion } from '#shared/offline-days.ts';
import { formatDate } from '../../../lib/dates.ts';
import { paths } from '../../../paths.ts';
import { texts } from '../../../texts/en/billing/offline.ts';
import { fill } from '../../../texts/fill.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner } from '../held/banner.tsx';

/** That all of somebody's is offline, and how long it is kept, above every page. */
export default function OfflineBanner({ offline }: { offline: Offline }) {
  const days = daysToDeletion(offline, Date.now());
  return (
    <Banner
      label={texts.offline}
      tone="danger"
      headline={
        days === 0
          ? texts.yourSubscriptionHasEndedWhatIs
          : fill(texts.yourSubscriptionHasEndedCountDays, { days })
      }
      action={
        <Button asChild>
          <Link to={paths.pricing()}>{texts.chooseAPlan}</Link>
        </Button>
      }
    >
      {fill(texts.offlineOfflineAndDeletedForGoodOn, {
        offline: whatIsOffline(offline),
        deletionAt: formatDate(offline.deletionAt),
      })}
    </Banner>
  );
}

function whatIsOffline({ applications, organizations }: Offline): string {
  const parts = [
    ...(applications > 0 ? [fill(texts.countApplications, { applications })] : []),
    ...(organizations > 0 ? [fill(texts.countOrganizations, { organizations })] : []),
  ];
  return `${parts.join(' and ')} ${applications + organizations === 1 ? 'is' : 'are'}`;
}
