import { Link } from 'react-router';
import type { Offline } from '#shared/offline.ts';
import { daysToDeletion } from '#shared/offline-days.ts';
import { counted } from '../../../lib/counted.ts';
import { formatDate } from '../../../lib/dates.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner } from '../held/banners.tsx';

/** That all of somebody's is offline, and how long it is kept, above every page. */
export default function OfflineBanner({ offline }: { offline: Offline }) {
  const days = daysToDeletion(offline, Date.now());
  return (
    <Banner
      label="Offline"
      tone="danger"
      headline={
        days === 0
          ? 'Your subscription has ended: what is yours is being deleted.'
          : `Your subscription has ended: ${counted(days, 'day')} left until data deletion.`
      }
      action={
        <Button asChild>
          <Link to={paths.pricing()}>Choose a Plan</Link>
        </Button>
      }
    >
      {whatIsOffline(offline)} offline, and deleted for good on {formatDate(offline.deletionAt)}.
    </Banner>
  );
}

function whatIsOffline({ applications, organizations }: Offline): string {
  const parts = [
    ...(applications > 0 ? [counted(applications, 'application')] : []),
    ...(organizations > 0 ? [counted(organizations, 'organization')] : []),
  ];
  return `${parts.join(' and ')} ${applications + organizations === 1 ? 'is' : 'are'}`;
}
