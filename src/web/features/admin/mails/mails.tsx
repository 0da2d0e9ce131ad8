import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listMails, type Mail, type MailState } from '#shared/contact/mail.ts';
import { call } from '#web/api.ts';
import { texts } from '#web/i18n/en/admin/mails.ts';
import { format } from '#web/i18n/format.ts';
import { formatMoment } from '#web/lib/format/dates.ts';
import { timeAgo } from '#web/lib/format/time-ago.ts';
import { useSendsMail } from '#web/lib/hooks/use-sends-mail.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import type { Column } from '#web/ui/lists/data-table.tsx';
import { Opening } from '../cells.tsx';
import { AdminList, paging } from '../list.tsx';
import { adminKey } from '../refresh.ts';
import { MailDialog } from './mail-dialog.tsx';

const states: Record<MailState, { tone: 'neutral' | 'info' | 'success' | 'danger'; words: string }> = {
  kept: { tone: 'neutral', words: texts.notSent },
  waiting: { tone: 'info', words: texts.waiting },
  sent: { tone: 'success', words: texts.sent },
  failed: { tone: 'danger', words: texts.failed },
};

/** The outbox. Without a mail server, users open links of mails here. */
export function Mails() {
  const [read, setRead] = useState<Mail | null>(null);
  const sendsMail = useSendsMail();
  const list = useInfiniteQuery({
    ...paging,
    queryKey: [...adminKey, 'mails'],
    queryFn: ({ pageParam, signal }) => call(listMails, { query: { cursor: pageParam }, signal }),
    refetchOnMount: 'always',
  });
  return (
    <>
      <AdminList
        caption={texts.emails}
        of="mails"
        list={list}
        columns={columns(setRead)}
        keyOf={({ id }) => id}
        nameOf={({ subject }) => subject}
        failed={texts.failedToLoadEMails}
        empty={texts.noEMails}
        emptyText={sendsMail ? texts.fluxEmailsInvitations : texts.thisServerCannotSendEmail}
      />
      {read && <MailDialog mail={read} state={<State mail={read} />} onClose={() => setRead(null)} />}
    </>
  );
}

function columns(onRead: (mail: Mail) => void): Column<Mail>[] {
  return [
    {
      name: texts.email,
      part: 'title',
      cell: (mail) => (
        <Opening
          title={mail.subject}
          excerpt={mail.text.replace(/\s+/g, ' ').slice(0, 200)}
          onOpen={() => onRead(mail)}
        />
      ),
    },
    {
      name: texts.to,
      width: 'w-64',
      cell: ({ to }) => (
        <p title={to} className="truncate">
          <bdi>{to}</bdi>
        </p>
      ),
    },
    { name: texts.state, width: 'w-36', cell: (mail) => <State mail={mail} /> },
    {
      name: texts.created,
      width: 'w-36',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={formatMoment(createdAt)} className="text-muted">
          {timeAgo(createdAt)}
        </time>
      ),
    },
  ];
}

function State({ mail: { state, attempts, problem } }: { mail: Mail }) {
  const { tone, words } = states[state];
  return (
    <span className="flex items-center gap-1.5">
      <Badge tone={tone} title={problem ?? undefined}>
        {words}
      </Badge>
      {attempts > 1 && (
        <span className="text-12 text-muted">{format(texts.countAttempts, { attempts })}</span>
      )}
    </span>
  );
}
