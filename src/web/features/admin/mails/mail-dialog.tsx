import type { ReactNode } from 'react';
import type { Mail } from '#shared/contact/mail.ts';
import { texts } from '#web/i18n/en/admin/mails.ts';
import { format } from '#web/i18n/format.ts';
import { formatMoment } from '#web/lib/format/dates.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import { ScrollRegion } from '#web/ui/lists/scroll-region.tsx';
import { linkedText } from './linked-text.ts';

interface MailDialogProps {
  mail: Mail;
  state: ReactNode;
  onClose: () => void;
}

/** A stored mail; its links work as in a mailbox. */
export function MailDialog({ mail, state, onClose }: MailDialogProps) {
  const { to, subject, text, createdAt, sentAt, problem } = mail;
  return (
    <Dialog
      open
      wide
      title={subject}
      description={format(texts.toTo, { to })}
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
        {state}
        <span>{format(texts.createdCreatedAt, { createdAt: formatMoment(createdAt) })}</span>
        {sentAt && <span>{format(texts.sentSentat, { sentAt: formatMoment(sentAt) })}</span>}
      </div>
      {problem && (
        <Panel tone="danger" className="mt-4 wrap-anywhere">
          {problem}
        </Panel>
      )}
      <ScrollRegion label={texts.text} on="surface" className="mt-4 max-h-[50dvh] border-t border-line pt-4">
        <p className="whitespace-pre-wrap wrap-anywhere">
          {linkedText(text).map(({ text: piece, href }, index) =>
            href ? (
              <a
                // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
                key={index}
                href={href}
                target="_blank"
                rel="noreferrer"
                className="underline decoration-ion decoration-2 underline-offset-4"
              >
                {piece}
              </a>
            ) : (
              piece
            ),
          )}
        </p>
      </ScrollRegion>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{texts.close}</Button>
      </div>
    </Dialog>
  );
}
