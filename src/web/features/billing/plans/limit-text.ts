import { unlimited } from '#shared/billing/plans.ts';
import { texts } from '#web/i18n/en/billing/plans.ts';
import { format } from '#web/i18n/format.ts';

/** '3 applications', 'Unlimited applications' */
export function applicationsText(limit: number): string {
  return limit === unlimited ? texts.unlimitedApplications : format(texts.countApplications, { limit });
}

/** '12 revisions per application'; unlimited ones need no line. */
export function revisionsText(limit: number): string {
  return format(texts.revisionsPerApplication, { limit });
}

/** '3 applications, 3 revisions each' */
export function limitsText({ maxApplications, maxRevisionsPerApp }: Limits): string {
  if (maxApplications === unlimited && maxRevisionsPerApp === unlimited) return texts.unlimitedBoth;
  return format(texts.applicationsWithRevisionsEach, { maxApplications, maxRevisionsPerApp });
}

interface Limits {
  maxApplications: number;
  maxRevisionsPerApp: number;
}
