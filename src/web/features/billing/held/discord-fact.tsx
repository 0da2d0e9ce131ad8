import { usePaymentSettings } from '../use-catalogue.ts';
import { Fact } from './plan-facts.tsx';

/** For whoever has a plan that the invitation comes with, where there is one. */
export function DiscordFact() {
  // Who has just bought the plan was told of no invitation before.
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
        Join the server
        <span className="sr-only"> (opens a new tab)</span>
      </a>
    </Fact>
  );
}
