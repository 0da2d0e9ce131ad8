import type { BuildReport } from './versions.ts';

// Separate from the endpoints of versions, whose schemas the first pages do not need.

/** Codes of the warnings that certainly stop a build, without repetition. */
export function startBlockerCodes({ warnings }: Pick<BuildReport, 'warnings'>): string[] {
  return [...new Set(warnings.filter(({ stops }) => stops).map(({ code }) => code))];
}

/** The reasons that certainly stop a build, as sentences for its creator. */
export function startBlockers({ warnings }: Pick<BuildReport, 'warnings'>): string[] {
  return warnings.filter(({ stops }) => stops).map(({ message }) => message);
}

/** The message for visitors of an application whose active version cannot start. */
export const notPlayableMessage = 'This application is not playable yet.';
