import { LoaderCircle, WifiOff } from 'lucide-react';
import { formatSize } from '#shared/build-file.ts';
import { texts } from '../../texts/en/uploads.ts';
import { fill } from '../../texts/fill.ts';
import { Panel } from '../../ui/panel.tsx';
import { Progress } from '../../ui/progress.tsx';
import { formatSpeed, formatTimeLeft, percentOf } from './speed.ts';
import type { PublishState } from './use-publish.ts';

export function UploadProgress({ state }: { state: PublishState }) {
  return (
    <>
      <p role="status" className="sr-only">
        {announcement(state)}
      </p>
      {state.step === 'sending' && <Sending state={state} />}
      {state.step === 'checking' && (
        <Panel className="grid gap-3">
          <p className="flex items-center gap-2 font-medium">
            <LoaderCircle size={16} aria-hidden="true" className="animate-spin" />
            {texts.checkingYourBuild}
          </p>
          <Progress label={texts.checkingStep} percent={null} />
        </Panel>
      )}
    </>
  );
}

/** Spoken when it changes; the figures are there to be asked for. */
function announcement(state: PublishState): string {
  if (state.step === 'checking') return texts.checkingYourBuild;
  if (state.step !== 'sending') return '';
  return state.connectionLost ? texts.connectionLostTryingAgain : texts.uploadingStep;
}

function Sending({ state }: { state: Extract<PublishState, { step: 'sending' }> }) {
  const { sent, total, speed, connectionLost } = state;
  const percent = percentOf(sent, total);
  return (
    <Panel className="grid gap-3">
      <div className="flex items-baseline justify-between gap-3">
        {connectionLost ? (
          <span className="flex items-center gap-2 font-medium text-warning">
            <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" className="self-center" />
            {texts.connectionLostTryingAgain}
          </span>
        ) : (
          <span className="font-medium">{texts.uploadingStep}</span>
        )}
        <span className="font-mono text-16 font-medium tabular-nums">{percent}%</span>
      </div>
      <Progress label={texts.upload} percent={percent} />
      <div className="flex flex-wrap justify-between gap-x-3 text-13 text-muted tabular-nums">
        <span>{fill(texts.sentOfTotal, { sent: formatSize(sent), total: formatSize(total) })}</span>
        <span>
          {speed !== null && formatSpeed(speed)}
          {speed ? ` · ${formatTimeLeft(total - sent, speed)}` : ''}
        </span>
      </div>
    </Panel>
  );
}
