import type { BuildReport } from './versions.ts';

// Apart from the calls of versions, whose schemas the first pages do not need.

/** Codes of what certainly stops a build, each once. */
export function stopCodesOf({ warnings }: Pick<BuildReport, 'warnings'>): string[] {
  return [...new Set(warnings.filter(({ stops }) => stops).map(({ code }) => code))];
}

/** What certainly stops a build, in sentences for its creator. */
export function stopsOf({ warnings }: Pick<BuildReport, 'warnings'>): string[] {
  return warnings.filter(({ stops }) => stops).map(({ message }) => message);
}

/** What visitors read of an application whose active version cannot start. */
export const notPlayableYet = 'This application is not playable yet.';
