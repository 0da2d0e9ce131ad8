import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Application } from '#shared/apps/apps.ts';
import { versionAnchor } from '#shared/versions/version-anchor.ts';
import type { BuildReport, Version } from '#shared/versions/versions.ts';
import { messageOf } from '../../api.ts';
import { texts } from '../../i18n/en/versions.ts';
import { format } from '../../i18n/format.ts';
import { useAnchor } from '../../lib/hooks/use-anchor.ts';
import { focusIfLost } from '../../lib/page/focus-if-lost.ts';
import { refusalText } from '../../lib/session/refusal.ts';
import { pendingId } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { List } from '../../ui/lists/list.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { toast } from '../../ui/loading/toast.tsx';
import { Section } from './section.tsx';
import { SendBackDialog } from './send-back-dialog.tsx';
import { useActivate, useApprove, useDelete, useVersions } from './use-versions.ts';
import { VersionEntry } from './version-entry.tsx';

const historyId = 'versions';

interface VersionHistoryProps {
  app: Pick<Application, 'id' | 'name' | 'can' | 'isOffline' | 'takenDown'>;
  /** Renders the inspection result of a build. */
  report: (build: BuildReport) => ReactNode;
  /** Renders a comment on a version. */
  changelog: (text: string) => ReactNode;
}

export function VersionHistory({ app, ...drawing }: VersionHistoryProps) {
  const versions = useVersions(app.id);
  const heading = useRef<HTMLHeadingElement>(null);
  useAnchor(historyId);
  return (
    <Section
      id={historyId}
      title={texts.versionHistory}
      text={app.isOffline || app.takenDown ? texts.buildsToDownload : texts.buildsToPlay}
      heading={heading}
    >
      {versions.data ? (
        <Entries
          app={app}
          versions={versions.data}
          {...drawing}
          onGone={() => heading.current?.focus({ preventScroll: true })}
        />
      ) : versions.isError ? (
        <ErrorState title={texts.failedToFetchVersions} onRetry={() => versions.refetch()}>
          {messageOf(versions.error)}
        </ErrorState>
      ) : (
        <VersionsSkeleton />
      )}
    </Section>
  );
}

interface Question {
  kind: 'activate' | 'delete';
  version: Version;
}

interface EntriesProps extends VersionHistoryProps {
  versions: readonly Version[];
  /** The version that had the focus is gone. */
  onGone: () => void;
}

function Entries({ app, versions, onGone, ...drawing }: EntriesProps) {
  const oldestPending = versions.findLast(({ approval }) => approval === 'pending');
  useAnchor(pendingId, oldestPending ? versionAnchor(oldestPending.id) : historyId);
  const [question, setQuestion] = useState<Question | null>(null);
  const activate = useActivate(app.id);
  const remove = useDelete(app.id);
  const approval = useApprove(app.id);
  const [sentBack, setSentBack] = useState<Version | null>(null);
  const changes = [activate, remove, approval];
  const forget = () => {
    for (const change of changes) change.reset();
  };
  const approve = (version: Version) => {
    forget();
    approval.mutate(version, {
      onSuccess: () => toast(format(texts.versionVersionWasApproved, { version: version.version })),
    });
  };
  const makeActive = (version: Version) => {
    forget();
    // An active version no longer has the pressed button.
    activate.mutate(version, {
      onSettled: () =>
        focusIfLost(document.getElementById(versionAnchor(version.id)), null, { preventScroll: true }),
    });
  };
  const deleteForGood = (version: Version) => {
    forget();
    remove.mutate(version, {
      onSuccess: () => {
        toast(format(texts.successfullyDeletedVersionVersion, { version: version.version }));
        onGone();
      },
    });
  };
  const busy = changes.some(({ isPending }) => isPending);
  return (
    <>
      {activate.isError && (
        <Failure
          title={
            activate.variables.heldBack.length > 0
              ? texts.activationFailedPleaseTryAgain
              : texts.rollbackFailedPleaseTryAgain
          }
        >
          {refusalText(activate.error, texts.failedToActivateVersion)}
        </Failure>
      )}
      {approval.isError && (
        <Failure title={texts.approvalFailedPleaseTryAgain}>{messageOf(approval.error)}</Failure>
      )}
      {remove.isError && (
        <Failure title={texts.deleteFailedPleaseTryAgain}>
          {refusalText(remove.error, texts.failedToDeleteVersion)}
        </Failure>
      )}
      <List className="-mt-5 divide-y divide-line">
        {versions.map((version) => (
          <VersionEntry
            key={version.id}
            version={version}
            playable={app.can.play}
            busy={busy}
            {...drawing}
            onApprove={() => approve(version)}
            onSendBack={() => setSentBack(version)}
            onActivate={() => setQuestion({ kind: 'activate', version })}
            onDelete={() => setQuestion({ kind: 'delete', version })}
          />
        ))}
      </List>
      <Confirmation
        app={app}
        question={question}
        onClose={() => setQuestion(null)}
        onActivate={makeActive}
        onDelete={deleteForGood}
      />
      {sentBack && <SendBackDialog appId={app.id} version={sentBack} onClose={() => setSentBack(null)} />}
    </>
  );
}

interface ConfirmationProps {
  app: { name: string };
  question: Question | null;
  onClose: () => void;
  onActivate: (version: Version) => void;
  onDelete: (version: Version) => void;
}

/** Each confirmation names the version and the application. */
function Confirmation({ app, question, onClose, onActivate, onDelete }: ConfirmationProps) {
  const number = question?.version.version ?? '';
  const close = { open: true, cancelLabel: texts.cancel, onCancel: onClose };
  if (question?.kind === 'activate' && question.version.heldBack.length > 0) {
    return (
      <ConfirmDialog
        {...close}
        title={format(texts.askToActivateAnyway, { number })}
        confirmLabel={texts.activateAnyway}
        onConfirm={() => {
          onClose();
          onActivate(question.version);
        }}
      >
        {format(texts.everyoneWhoPlaysGetsABrokenVersion, { name: app.name, number })}
      </ConfirmDialog>
    );
  }
  if (question?.kind === 'activate') {
    return (
      <ConfirmDialog
        {...close}
        harmless
        title={format(texts.rollBackToVersionNumber, { number })}
        confirmLabel={texts.rollBack}
        onConfirm={() => {
          onClose();
          onActivate(question.version);
        }}
      >
        {format(texts.everyoneWhoPlaysNameWillGet, { name: app.name, number })}
      </ConfirmDialog>
    );
  }
  if (question?.kind === 'delete') {
    return (
      <ConfirmDialog
        {...close}
        title={format(texts.askToDeleteVersion, { number })}
        confirmLabel={format(texts.deleteVersion, { number })}
        onConfirm={() => {
          onClose();
          onDelete(question.version);
        }}
      >
        {format(texts.theBuildOfVersionNumberOfName, { number, name: app.name })}
      </ConfirmDialog>
    );
  }
  return null;
}

/** Above all versions, because its own may be far below, or gone. */
function Failure({ title, children }: { title: string; children: string }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A focus elsewhere, as in a dialog, is not moved.
    const { activeElement } = document;
    const isHere = activeElement?.contains(panel.current) || activeElement?.closest(`#${historyId}`);
    if (!isHere) return;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Panel ref={panel} tabIndex={-1} tone="danger" role="alert" className="mb-4">
      <p className="font-medium">{title}</p>
      <p className="mt-0.5 text-13">{children}</p>
    </Panel>
  );
}

function VersionsSkeleton() {
  return (
    <LoadingRegion label={texts.loadingVersions} className="grid gap-8">
      {[0, 1, 2].map((row) => (
        <div key={row} className="grid gap-2">
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-4 w-64" />
          <Skeleton className="h-4" />
        </div>
      ))}
    </LoadingRegion>
  );
}
