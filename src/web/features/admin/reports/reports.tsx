import { useRef, useState } from 'react';
import { decisionFields, type Reported } from '#shared/contact/reports.ts';
import { texts } from '#web/i18n/en/admin/reports.ts';
import { format } from '#web/i18n/format.ts';
import { List } from '#web/ui/lists/list.tsx';
import { applicationDialogs } from '../applications/application-dialogs.tsx';
import { useShowBanner } from '../banners.tsx';
import { PagedList } from '../list.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { ReportListDialog } from './report-list.tsx';
import { ReportedItem, type ReportQuestion } from './reported-item.tsx';
import { ReportsSkeleton } from './reports-skeleton.tsx';
import { useDismiss, useReported } from './use-reports.ts';

const TakeOfflineDialog = applicationDialogs['take-offline'];

type Application = Reported['application'];

/** The queue of reported applications. */
export function Reports() {
  const list = useReported();
  const top = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<{ what: ReportQuestion; application: Application } | null>(null);
  const close = () => setAsked(null);
  const toTop = () => top.current?.focus({ preventScroll: true });
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <PagedList
        list={list}
        of="reports"
        failed={texts.failedToLoadReports}
        empty={texts.noOpenReports}
        waiting={(label) => <ReportsSkeleton label={label} />}
        emptyText={texts.reportsAboutApplicationsAppear}
      >
        {(queue) => (
          <List aria-label={texts.reportedApplications} className="border-t border-line">
            {queue.map((reported) => (
              <ReportedItem
                key={reported.application.id}
                reported={reported}
                onAsk={(what) => setAsked({ what, application: reported.application })}
              />
            ))}
          </List>
        )}
      </PagedList>
      {asked?.what === 'take-offline' && (
        <TakeOfflineDialog application={asked.application} onGone={toTop} onClose={close} />
      )}
      {asked?.what === 'dismiss' && (
        <DismissDialog application={asked.application} onGone={toTop} onClose={close} />
      )}
      {asked?.what === 'read' && <ReportListDialog application={asked.application} onClose={close} />}
    </div>
  );
}

interface DismissDialogProps {
  application: Application;
  onGone: () => void;
  onClose: () => void;
}

function DismissDialog({ application: { id, name }, onGone, onClose }: DismissDialogProps) {
  const dismiss = useDismiss(id);
  const tell = useShowBanner();
  return (
    <ReasonDialog
      title={format(texts.askToDismissReportsOfName, { name })}
      description={texts.theApplicationStaysOnlineAndIts}
      label={texts.note}
      help={texts.onlyAdministratorsSeeItWithThe}
      schema={decisionFields.note}
      confirmLabel={texts.dismissReports}
      harmless
      change={dismiss}
      onDone={() => {
        tell.succeeded(format(texts.reportsOfNameDismissedSuccessfully, { name }));
        onClose();
        onGone();
      }}
      onClose={onClose}
    />
  );
}
