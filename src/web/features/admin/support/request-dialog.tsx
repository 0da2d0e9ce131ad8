import { Reply } from 'lucide-react';
import { type SupportRequest, supportCategoryWords, supportPriorityWords } from '#shared/support.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { replyTo, senderOf } from './request-columns.tsx';

interface RequestDialogProps {
  request: SupportRequest;
  onChange: () => void;
  onClose: () => void;
}

/** A request as it was written. What it says of its sender is proved for accounts alone. */
export function RequestDialog({ request, onChange, onClose }: RequestDialogProps) {
  const { subject, message, category, priority, state, createdAt, email } = request;
  return (
    <Dialog
      open
      wide
      title={subject}
      description={`From ${senderOf(request)}, ${formatMoment(createdAt)}`}
      onOpenChange={(open) => !open && onClose()}
    >
      <dl className="mt-4 grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-13">
        <Fact name="Account">{accountOf(request)}</Fact>
        <Fact name="Gave">{[request.name, email].filter(Boolean).join(', ') || 'No name or address'}</Fact>
        <Fact name="Category">{supportCategoryWords[category]}</Fact>
        <Fact name="Priority">{supportPriorityWords[priority]}</Fact>
        <Fact name="State">{stateOf(request)}</Fact>
      </dl>
      <section
        aria-label="Message"
        // It can be scrolled by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
        tabIndex={0}
        className="mt-4 max-h-[40dvh] overflow-y-auto border-t border-line pt-4"
      >
        <p className="whitespace-pre-wrap wrap-anywhere">{message}</p>
      </section>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        {email !== '' && (
          <Button asChild>
            <a href={replyTo(request)}>
              <Reply strokeWidth={1.75} aria-hidden="true" />
              Reply
            </a>
          </Button>
        )}
        <Button variant="primary" onClick={onChange}>
          {state === 'open' ? 'Resolve' : 'Open again'}
        </Button>
      </div>
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function accountOf({ account }: SupportRequest): string {
  if (account === null) return 'None: a visitor';
  const role = account.role === 'admin' ? ', administrator' : '';
  return `${account.name} (${account.email ?? 'no address'})${role}`;
}

function stateOf({ state, resolvedAt, resolvedBy }: SupportRequest): string {
  if (state === 'open' || resolvedAt === null) return 'Open';
  return `Resolved by ${resolvedBy?.name ?? 'an administrator who has left'}, ${formatMoment(resolvedAt)}`;
}
