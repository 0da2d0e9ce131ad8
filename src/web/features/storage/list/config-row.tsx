import { useRef, useState } from 'react';
import type { StorageConfig } from '#shared/storage/storage.ts';
import { storageProviderLabels } from '#shared/storage/storage-form.ts';
import { texts } from '#web/i18n/en/storage/list.ts';
import { format } from '#web/i18n/format.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { filesText } from '../files-text.ts';
import { ProviderMark, storageLocation } from '../provider.tsx';
import { TestStatus } from '../test-status.tsx';
import { useActivateAgain, useActivateConfig, useTestConfig } from '../use-storage.ts';
import type { Act } from './actions.ts';
import { MoveProgress } from './move-progress.tsx';
import { RowActions } from './row-actions.tsx';
import { RowFailure } from './row-failure.tsx';
import { TestResult } from './test-result.tsx';

interface ConfigRowProps {
  config: StorageConfig;
  /** The active configuration. */
  activeId: string | undefined;
  onAct: Act;
}

export function ConfigRow({ config, activeId, onAct }: ConfigRowProps) {
  const { id, name, description, provider, isActive, testStatus } = config;
  const test = useTestConfig(id);
  const activate = useActivateConfig(id);
  const again = useActivateAgain();
  // Its result stays until another action, or a change of the configuration.
  const [triedAt, setTriedAt] = useState<string | null>(null);
  const isCurrent = triedAt === config.updatedAt;
  const failure = isCurrent ? (test.error ?? activate.error) : null;
  const result = isCurrent ? test.data : undefined;
  const row = useRef<HTMLLIElement>(null);
  const stay = () => row.current?.focus({ preventScroll: true });
  const busy = test.isPending || activate.isPending;
  const runTest = () => {
    if (busy) return;
    setTriedAt(config.updatedAt);
    activate.reset();
    test.mutate();
  };
  const runActivate = () => {
    if (busy) return;
    setTriedAt(config.updatedAt);
    test.reset();
    activate.mutate(undefined, {
      onSuccess: () => {
        const said = format(texts.nameIsNowActiveNewUploadsAre, { name });
        if (activeId === undefined) toast(said);
        else toast.undo(said, () => again.takeBack(activeId));
        // The button is gone after its action; a focus elsewhere stays.
        if (document.activeElement === document.body) stay();
      },
    });
  };
  return (
    <li ref={row} tabIndex={-1} aria-label={name} className="grid gap-3 px-4 py-4 outline-none md:px-5">
      <div className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 lg:grid-cols-[2.5rem_minmax(0,1fr)_auto]">
        <ProviderMark provider={provider} />
        <div className="grid min-w-0 content-start gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="max-w-full min-w-0 text-16 font-semibold tracking-tight wrap-anywhere">
              <bdi>{name}</bdi>
            </h3>
            {isActive && <Badge tone="success">{texts.active}</Badge>}
            <TestStatus status={testStatus} />
          </div>
          <Place config={config} label={storageProviderLabels[provider]} />
          {description && (
            <p className="line-clamp-3 max-w-reading text-13 whitespace-pre-line wrap-anywhere">
              <bdi>{description}</bdi>
            </p>
          )}
          <Facts config={config} />
        </div>
        <RowActions
          config={config}
          testing={test.isPending}
          activating={activate.isPending}
          onTest={runTest}
          onActivate={runActivate}
          onAct={onAct}
        />
      </div>
      {result && (
        <TestResult
          result={result}
          onDismiss={() => {
            test.reset();
            stay();
          }}
        />
      )}
      {failure && <RowFailure error={failure} />}
      {!result && !failure && testStatus === 'failed' && !isActive && config.testProblem && (
        <p className="text-13 text-danger wrap-anywhere lg:ps-14">{config.testProblem}</p>
      )}
      <MoveProgress config={config} />
    </li>
  );
}

function Place({ config, label }: { config: StorageConfig; label: string }) {
  return (
    <p className="text-13 text-muted wrap-anywhere">{[label, ...storageLocation(config)].join(' · ')}</p>
  );
}

function Facts({ config: { files, createdAt, lastTested } }: { config: StorageConfig }) {
  return (
    <p className="flex flex-wrap gap-x-4 text-13 text-muted tabular-nums">
      <span>{filesText(files)}</span>
      <span>{format(texts.createdCreatedat, { createdAt: formatDate(createdAt) })}</span>
      <span>
        {lastTested
          ? format(texts.lastTestedLasttested, { lastTested: formatDate(lastTested) })
          : texts.neverTested}
      </span>
    </p>
  );
}
