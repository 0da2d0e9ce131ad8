import type { SupportCategory, SupportPriority } from '#shared/contact/support.ts';
import { texts } from '../../i18n/en/support-labels.ts';

/** The topics to choose from, and the labels for administrators. */
export const categoryLabels: Record<SupportCategory, string> = {
  account: texts.account,
  upload: texts.upload,
  'unity-plugin': texts.unityPlugin,
  organizations: texts.organizations,
  thumbnails: texts.thumbnails,
  versions: texts.versions,
  storage: texts.storage,
  performance: texts.performance,
  bugs: texts.bugs,
  'feature-request': texts.featureRequest,
  billing: texts.billing,
  other: texts.other,
};

export const priorityLabels: Record<SupportPriority, string> = {
  low: texts.low,
  medium: texts.medium,
  high: texts.high,
  critical: texts.critical,
};
