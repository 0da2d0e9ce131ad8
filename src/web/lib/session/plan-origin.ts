import { paths } from '../../paths.ts';

/** The state of a navigation to the plans: the page that it started from. */
export interface PlanOrigin {
  planOrigin: string;
}

export const planOrigin = (pathname: string): PlanOrigin => ({ planOrigin: pathname });

/** The upload page that linked to the plans, to return to after the choice; null for other pages. */
export function uploadOrigin(state: unknown): string | null {
  const origin = (state as Partial<PlanOrigin> | null)?.planOrigin;
  if (typeof origin !== 'string') return null;
  const isUpload = origin === paths.upload() || origin.startsWith(paths.update(''));
  return isUpload ? origin : null;
}
