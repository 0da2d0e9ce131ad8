import type { ApiError } from '../../api.ts';
import type { Picked } from './picked-files.ts';
import type { PublishState } from './use-publish.ts';

/** Whether the file caused the refusal, so that another file solves it. */
function isAboutFile({ code, fields }: ApiError): boolean {
  if (code === 'build_refused' || 'filename' in fields) return true;
  // If the error names a field, the field is too large.
  return code === 'too_large' && Object.keys(fields).length === 0;
}

/** The message at the chosen file, not for a file chosen after the refused one. */
export function fileRefusal(state: PublishState, chosen: Picked | null): ApiError | null {
  if (state.step !== 'idle' || !state.problem || !isAboutFile(state.problem)) return null;
  return state.picked === chosen ? state.problem : null;
}

/** The message at the submit button. */
export function otherRefusal(state: PublishState): ApiError | null {
  return state.step === 'idle' && state.problem && !isAboutFile(state.problem) ? state.problem : null;
}
