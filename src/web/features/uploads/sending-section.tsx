import { Button } from '../../ui/button.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { RefusalPanel } from './refusal-panel.tsx';
import { UploadProgress } from './upload-progress.tsx';
import type { PublishState } from './use-publish.ts';

interface SendingSectionProps {
  state: PublishState;
  /** What the button says while nothing is under way. */
  label: string;
  /** Whether nothing may be sent at all. */
  blocked: boolean;
  problemTitle?: string;
  onCancel: () => void;
  onSignIn: () => void;
}

/** The end of every form that sends a build: what became of it, how far it is, and its buttons. */
export function SendingSection({ state, label, blocked, problemTitle, ...on }: SendingSectionProps) {
  const busy = state.step !== 'idle';
  return (
    <>
      {state.step === 'idle' && state.problem && (
        <RefusalPanel problem={state.problem} title={problemTitle} onSignIn={on.onSignIn} />
      )}
      <UploadProgress state={state} />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="primary"
          size="large"
          disabled={busy || blocked}
          className="flex-1 md:flex-none"
        >
          {busy ? 'Uploading...' : label}
        </Button>
        {state.step === 'sending' && (
          <Button size="large" onClick={on.onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <LeaveGuard active={state.step === 'sending'} />
    </>
  );
}
