import type { BuildReport } from '#shared/versions/versions.ts';
import type { Config } from '../../config/config.ts';

/** Addresses that work at the root of an origin: true warnings only where games share Flux's own host. */
const sameHostWarnings = new Set(['absolute_url', 'root_base']);

/** A report with the warnings that hold on this server. */
export function shownReport(
  { contentOrigin }: Pick<Config, 'contentOrigin'>,
  report: BuildReport,
): BuildReport {
  if (contentOrigin === null) return report;
  return { ...report, warnings: report.warnings.filter(({ code }) => !sameHostWarnings.has(code)) };
}
