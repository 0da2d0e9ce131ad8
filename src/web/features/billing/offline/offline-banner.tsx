import { Link } from 'react-router';
import type { Offline } from '#shared/billing/offline.ts';
import { daysToDeletion } from '#shared/billing/offline-days.ts';
import { texts } from '#web/i18n/en/billing/offline.ts';
import { format } from '#web/i18n/format.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { useNow } from '#web/lib/hooks/use-now.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Banner } from '../current-plan/banner.tsx';

/** Says above every page that all content is offline, and when it is deleted. */
export default function OfflineBanner({ offline }: { offline: Offline }) {
  const days = useNow((now) => daysToDeletion(offline, now));
  return (
    <Banner
      label={texts.offline}
      tone="danger"
      headline={
        days === 0
          ? texts.yourSubscriptionHasEndedWhatIs
          : format(texts.yourSubscriptionHasEndedCountDays, { days })
      }
      action={
        <Button asChild>
          <Link to={paths.pricing()}>{texts.chooseAPlan}</Link>
        </Button>
      }
    >
      {offlineSummary(offline)}
    </Banner>
  );
}

function offlineSummary({ applications, organizations, ...offline }: Offline): string {
  const deletionAt = formatDate(offline.deletionAt);
  if (organizations === 0) return format(texts.applicationsOffline, { applications, deletionAt });
  if (applications === 0) return format(texts.organizationsOffline, { organizations, deletionAt });
  return format(texts.bothOffline, { applications, organizations, deletionAt });
}
