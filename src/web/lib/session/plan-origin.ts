import { paths } from '../../paths.ts';

/** The state of a navigation to the plans: the page that it began on. */
export interface PlanOrigin {
  planOrigin: string;
}

export const planOrigin = (pathname: string): PlanOrigin => ({ planOrigin: pathname });

/** The page of an upload that somebody was sent to the plans from, and continues on once they have one; null for others. */
export function uploadOrigin(state: unknown): string | null {
  const origin = (state as Partial<PlanOrigin> | null)?.planOrigin;
  if (typeof origin !== 'string') return null;
  const isUpload = origin === paths.upload() || origin.startsWith(paths.update(''));
  return isUpload ? origin : null;
}
