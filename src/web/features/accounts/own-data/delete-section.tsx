import { texts } from '#web/i18n/en/accounts/own-data.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Section } from '#web/ui/layout/section.tsx';

interface DeleteSectionProps {
  /** The reason why it cannot be deleted now; null if it can. */
  problem: string | null;
  onDelete: () => void;
}

export function DeleteSection({ problem, onDelete }: DeleteSectionProps) {
  return (
    <Section title={texts.deleteAccount} tone="danger" text={texts.yourAccountAndEverythingInIt}>
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-picture border border-danger/40 p-4">
        <p className="min-w-0 flex-1 basis-60">{problem ?? texts.yourGamesStopForAllPlayers}</p>
        <Button variant="danger" disabled={problem !== null} onClick={onDelete}>
          {texts.deleteAccount}
        </Button>
      </div>
    </Section>
  );
}
