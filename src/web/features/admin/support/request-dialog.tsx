import { Reply } from 'lucide-react';
import type { SupportRequest } from '#shared/contact/support.ts';
import { texts } from '#web/i18n/en/admin/support.ts';
import { format } from '#web/i18n/format.ts';
import { formatMoment } from '#web/lib/format/dates.ts';
import { categoryLabels, priorityLabels } from '#web/lib/format/support-labels.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { ScrollRegion } from '#web/ui/lists/scroll-region.tsx';
import { replyTo, senderOf } from './request-columns.tsx';

interface RequestDialogProps {
  request: SupportRequest;
  onChange: () => void;
  onClose: () => void;
}

/** A support request. Only signed-in senders are verified. */
export function RequestDialog({ request, onChange, onClose }: RequestDialogProps) {
  const { subject, message, category, priority, state, timestamp, email } = request;
  return (
    <Dialog
      open
      wide
      title={subject}
      description={format(texts.fromRequestTimestamp, {
        request: senderOf(request),
        timestamp: formatMoment(timestamp),
      })}
      onOpenChange={(open) => !open && onClose()}
    >
      <dl className="mt-4 grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-13">
        <Fact name={texts.accountFact}>{accountOf(request)}</Fact>
        <Fact name={texts.entered}>
          {[request.name, email].filter(Boolean).join(', ') || texts.noNameOrAddress}
        </Fact>
        <Fact name={texts.category}>{categoryLabels[category]}</Fact>
        <Fact name={texts.priority}>{priorityLabels[priority]}</Fact>
        <Fact name={texts.state}>{stateOf(request)}</Fact>
      </dl>
      <ScrollRegion
        label={texts.message}
        on="surface"
        className="mt-4 max-h-[40dvh] border-t border-line pt-4"
      >
        <p className="whitespace-pre-wrap wrap-anywhere">{message}</p>
      </ScrollRegion>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        {email !== '' && (
          <Button asChild>
            <a href={replyTo(request)}>
              <Reply strokeWidth={1.75} aria-hidden="true" />
              {texts.reply}
            </a>
          </Button>
        )}
        <Button variant="primary" onClick={onChange}>
          {state === 'open' ? texts.resolve : texts.reopen}
        </Button>
      </div>
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}

function accountOf({ account, userRole }: SupportRequest): string {
  if (account === null) return texts.noneVisitor;
  const { name, email } = account;
  const text = userRole === 'admin' ? texts.accountOfAdministrator : texts.account;
  return format(text, { name, email: email ?? texts.noAddress });
}

function stateOf({ state, resolvedAt, resolvedBy }: SupportRequest): string {
  if (state === 'open' || resolvedAt === null) return texts.open;
  const at = { resolvedAt: formatMoment(resolvedAt) };
  return resolvedBy
    ? format(texts.resolvedByNameResolvedat, { name: resolvedBy.name, ...at })
    : format(texts.resolvedByAFormerAdministrator, at);
}
