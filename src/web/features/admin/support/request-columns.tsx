import { CircleCheck, Reply, Undo2 } from 'lucide-react';
import type { SupportPriority, SupportRequest, SupportState } from '#shared/contact/support.ts';
import { texts } from '#web/i18n/en/admin/support.ts';
import { format } from '#web/i18n/format.ts';
import { formatMoment } from '#web/lib/format/dates.ts';
import { categoryLabels, priorityLabels } from '#web/lib/format/support-labels.ts';
import { timeAgo } from '#web/lib/format/time-ago.ts';
import { mailTo } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import type { Column } from '#web/ui/lists/data-table.tsx';
import { Opening } from '../cells.tsx';
import { RowAction } from '../row-action.tsx';

export const stateLabels: Record<SupportState, { tone: 'warning' | 'success'; words: string }> = {
  open: { tone: 'warning', words: texts.open },
  resolved: { tone: 'success', words: texts.resolved },
};

const priorityTones: Record<SupportPriority, 'neutral' | 'info' | 'warning' | 'danger'> = {
  low: 'neutral',
  medium: 'info',
  high: 'warning',
  critical: 'danger',
};

interface Actions {
  onRead: (request: SupportRequest) => void;
  onChange: (request: SupportRequest) => void;
}

export function requestColumns({ onRead, onChange }: Actions): Column<SupportRequest>[] {
  return [
    {
      name: texts.request,
      part: 'title',
      cell: (request) => (
        <Opening
          title={request.subject}
          excerpt={request.message.slice(0, 200)}
          onOpen={() => onRead(request)}
        />
      ),
    },
    {
      name: texts.from,
      width: 'w-52',
      cell: (request) => (
        <p title={request.email} className="truncate">
          <bdi>{senderOf(request)}</bdi>
        </p>
      ),
    },
    { name: texts.category, width: 'w-32', cell: ({ category }) => categoryLabels[category] },
    {
      name: texts.priority,
      width: 'w-24',
      cell: ({ priority }) => <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>,
    },
    {
      name: texts.state,
      width: 'w-24',
      cell: ({ state }) => <Badge tone={stateLabels[state].tone}>{stateLabels[state].words}</Badge>,
    },
    {
      name: texts.sent,
      width: 'w-28',
      cell: ({ timestamp }) => (
        <time dateTime={timestamp} title={formatMoment(timestamp)} className="text-muted">
          {timeAgo(timestamp)}
        </time>
      ),
    },
    {
      name: texts.actions,
      part: 'actions',
      width: 'w-20',
      cell: (request) => <RequestActions request={request} onChange={() => onChange(request)} />,
    },
  ];
}

function RequestActions({ request, onChange }: { request: SupportRequest; onChange: () => void }) {
  const { subject, state, email } = request;
  return (
    <>
      {email !== '' && (
        <Button
          asChild
          variant="ghost"
          className="max-lg:border max-lg:border-line lg:size-8! lg:px-0!"
          title={texts.reply}
        >
          <a href={replyTo(request)} aria-label={format(texts.replyToSubject, { subject })}>
            <Reply strokeWidth={1.75} aria-hidden="true" />
            <span className="lg:hidden">{texts.reply}</span>
          </a>
        </Button>
      )}
      {state === 'open' ? (
        <RowAction
          icon={CircleCheck}
          label={texts.resolve}
          name={format(texts.resolveNamed, { subject })}
          onChoose={onChange}
        />
      ) : (
        <RowAction
          icon={Undo2}
          label={texts.reopen}
          name={format(texts.openNamedAgain, { subject })}
          onChoose={onChange}
        />
      )}
    </>
  );
}

/** Opens a reply in the mail program. */
export function replyTo({ email, subject }: SupportRequest): string {
  return mailTo(email, `Re: ${subject}`);
}

/** The signed-in sender, or the stated name. */
export function senderOf({ account, name, email }: SupportRequest): string {
  return account?.name || name || email || texts.aVisitor;
}
