import type { ApiError } from '../../api.ts';
import type { Picked } from './picked-files.ts';
import type { PublishState } from './use-publish.ts';

/** Whether it is for the file that nothing was published, so that another file is the way out. */
function isAboutFile({ code, fields }: ApiError): boolean {
  if (code === 'build_refused' || 'filename' in fields) return true;
  // Where a field is named, it is that which is too large.
  return code === 'too_large' && Object.keys(fields).length === 0;
}

/** What stands at the file that is chosen. It says nothing of a file that is chosen after the refused one. */
export function fileRefusal(state: PublishState, chosen: Picked | null): ApiError | null {
  if (state.step !== 'idle' || !state.problem || !isAboutFile(state.problem)) return null;
  return state.picked === chosen ? state.problem : null;
}

/** What stands at the end of the form, where it was sent. */
export function otherRefusal(state: PublishState): ApiError | null {
  return state.step === 'idle' && state.problem && !isAboutFile(state.problem) ? state.problem : null;
}
