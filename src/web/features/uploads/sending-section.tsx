import { useId } from 'react';
import type { ApiError } from '../../api.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { Button } from '../../ui/forms/button.tsx';
import { otherRefusal } from './file-refusal.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { LimitNotice } from './limit-notice.tsx';
import { RefusalPanel } from './refusal-panel.tsx';
import { closedText, explainsProblem, type UploadLimit } from './upload-limit.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { PublishState } from './use-publish.ts';

interface SendingSectionProps {
  state: PublishState;
  /** The application to update; omitted for a new one. */
  versionsOf?: string;
  /** What a new version is compared with; omitted if there is none. */
  currentVersion?: string;
  /** The label of the idle button. */
  label: string;
  limit: UploadLimit | null;
  /** The failed action, if the server gives no reason. */
  failed: string;
  /** If the reason is shown elsewhere. */
  titleOf?: (problem: ApiError) => string;
  onCancel: () => void;
}

/** The end of every upload form: result, progress and buttons. */
export function SendingSection({
  state,
  versionsOf,
  currentVersion,
  label,
  limit,
  failed,
  titleOf,
  onCancel,
}: SendingSectionProps) {
  const busy = state.step !== 'idle';
  const problem = otherRefusal(state);
  const closed = busy ? null : closedText(limit, versionsOf);
  const closedId = useId();
  return (
    <>
      {problem &&
        (limit && explainsProblem(limit, problem) ? (
          <LimitNotice limit={limit} versionsOf={versionsOf} />
        ) : (
          <RefusalPanel problem={problem} failed={failed} title={titleOf?.(problem)} />
        ))}
      <UploadProgress state={state} currentVersion={currentVersion} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="primary"
          size="large"
          disabled={busy}
          aria-disabled={closed !== null || undefined}
          aria-describedby={closed === null ? undefined : closedId}
          className="flex-1 md:flex-none"
        >
          {busy ? texts.uploading : label}
        </Button>
        {closed && (
          <p id={closedId} className="text-13 text-muted">
            {closed}
          </p>
        )}
        {(state.step === 'sending' || state.step === 'reading') && (
          <Button size="large" onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
      </div>
      {/* Remounted for each upload, so that the next one starts fresh. */}
      {state.step === 'sending' && <LeaveGuard />}
    </>
  );
}
