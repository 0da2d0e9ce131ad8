import { texts } from '#web/i18n/en/billing/current-plan.ts';
import { Rich } from '#web/i18n/rich.tsx';
import { usePaymentSettings } from '../use-catalogue.ts';
import { Fact } from './plan-facts.tsx';

/** For plans that include a Discord invitation, if one is configured. */
export function DiscordFact() {
  // The invitation was unavailable before the purchase.
  const url = usePaymentSettings({ staleTime: 0 }).data?.discordInviteUrl;
  if (!url) return null;
  return (
    <Fact term="Discord">
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="font-medium underline decoration-ion underline-offset-4 hover:decoration-2"
      >
        <Rich
          text={texts.joinTheServerOpensANewTab}
          with={{ span: (inside) => <span className="sr-only">{inside}</span> }}
        />
      </a>
    </Fact>
  );
}
