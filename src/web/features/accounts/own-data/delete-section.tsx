import { errorCatalogue } from '#shared/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/section.tsx';

interface DeleteSectionProps {
  /** Whether nobody would administer this Flux without them. */
  lastAdmin: boolean;
  onDelete: () => void;
}

export function DeleteSection({ lastAdmin, onDelete }: DeleteSectionProps) {
  return (
    <Section
      title="Delete account"
      tone="danger"
      text="Your account with everything in it goes at once and for good. Nobody can bring it back."
    >
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-picture border border-danger/40 p-4">
        <p className="min-w-0 flex-1 basis-60">
          {lastAdmin
            ? errorCatalogue.last_admin.message
            : 'Games stop for everybody who plays them, and their links lead nowhere. Download your data first if you want to keep it.'}
        </p>
        <Button variant="danger" disabled={lastAdmin} onClick={onDelete}>
          Delete account
        </Button>
      </div>
    </Section>
  );
}
