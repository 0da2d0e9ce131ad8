import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/section.tsx';

interface DeleteSectionProps {
  /** Why it cannot be deleted now; null where it can. */
  problem: string | null;
  onDelete: () => void;
}

export function DeleteSection({ problem, onDelete }: DeleteSectionProps) {
  return (
    <Section
      title="Delete account"
      tone="danger"
      text="Your account with everything in it goes at once and for good. Nobody can bring it back."
    >
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-picture border border-danger/40 p-4">
        <p className="min-w-0 flex-1 basis-60">
          {problem ??
            'Games stop for everybody who plays them, and their links lead nowhere. Download your data first if you want to keep it.'}
        </p>
        <Button variant="danger" disabled={problem !== null} onClick={onDelete}>
          Delete account
        </Button>
      </div>
    </Section>
  );
}
