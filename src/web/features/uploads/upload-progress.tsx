import { LoaderCircle, WifiOff } from 'lucide-react';
import { formatSize } from '#shared/versions/build-file.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { format } from '../../i18n/format.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { Progress } from '../../ui/layout/progress.tsx';
import type { Changed } from './partial-upload/prepare.ts';
import { formatSpeed, formatTimeLeft, percentOf } from './speed.ts';
import type { PublishState } from './use-publish.ts';

interface UploadProgressProps {
  state: PublishState;
  currentVersion: string | undefined;
}

/** The progress is in a live region; its visible text is not read twice. */
export function UploadProgress({ state, currentVersion = '' }: UploadProgressProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {announcement(state, currentVersion)}
      </p>
      {state.step === 'sending' && <Sending state={state} />}
      {(state.step === 'reading' || state.step === 'checking') && (
        <Panel className="grid gap-3">
          <p aria-hidden="true" className="flex items-center gap-2 font-medium">
            <LoaderCircle size={16} className="animate-spin" />
            {announcement(state, currentVersion)}
          </p>
          <Progress
            label={state.step === 'checking' ? texts.checkingStep : texts.readingStep}
            percent={state.step === 'checking' ? null : state.percent}
          />
        </Panel>
      )}
    </>
  );
}

/** Announced when it changes; the figures are available on request. */
function announcement(state: PublishState, currentVersion: string): string {
  switch (state.step) {
    case 'idle':
      return '';
    case 'checking':
      return texts.checkingYourBuild;
    case 'reading':
      return state.purpose === 'comparing'
        ? format(texts.comparingWithVersion, { version: currentVersion })
        : texts.makingAZipOfTheFolder;
    case 'sending':
      if (state.connectionLost) return texts.connectionLostRetrying;
      return state.changed ? changedText(state.changed, state.total) : texts.uploadingStep;
  }
}

function changedText({ files, ofFiles, ofBytes }: Changed, bytes: number): string {
  const values = { files, ofFiles, bytes: formatSize(bytes), ofBytes: formatSize(ofBytes) };
  return format(texts.filesChangedSending, values);
}

function Sending({ state }: { state: Extract<PublishState, { step: 'sending' }> }) {
  const { sent, total, speed, connectionLost, changed } = state;
  const percent = percentOf(sent, total);
  return (
    <Panel className="grid gap-3">
      <div className="flex items-baseline justify-between gap-3">
        {connectionLost ? (
          <span aria-hidden="true" className="flex items-center gap-2 font-medium text-warning">
            <WifiOff size={16} strokeWidth={1.75} className="self-center" />
            {texts.connectionLostRetrying}
          </span>
        ) : (
          <span aria-hidden="true" className="font-medium">
            {changed ? changedText(changed, total) : texts.uploadingStep}
          </span>
        )}
        <span className="font-mono text-16 font-medium tabular-nums">{percent}%</span>
      </div>
      <Progress label={texts.upload} percent={percent} />
      <div className="flex flex-wrap justify-between gap-x-3 text-13 text-muted tabular-nums">
        <span>{format(texts.sentOfTotal, { sent: formatSize(sent), total: formatSize(total) })}</span>
        <span>
          {speed !== null && formatSpeed(speed)}
          {speed ? ` · ${formatTimeLeft(total - sent, speed)}` : ''}
        </span>
      </div>
    </Panel>
  );
}
