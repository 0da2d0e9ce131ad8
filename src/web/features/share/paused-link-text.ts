import type { ApplicationCard } from '#shared/apps/apps.ts';
import { texts } from '../../i18n/en/share.ts';

const sentences = {
  plan: { sleeps: texts.linkPausedUntilPlan, none: texts.noLinkUntilPlan },
  administrator: { sleeps: texts.linkPausedUntilBroughtBack, none: texts.noLinkUntilBroughtBack },
  approval: { sleeps: texts.linkPausedUntilApproved, none: texts.noLinkUntilApproved },
};

/**
 * What is said of the share link of an application that no link opens now: of one that sleeps, and where there is none and
 * none can be made. More may keep it shut than what is named, so neither says that this alone opens it.
 */
export function pausedLinkText({ isOffline, takenDown }: Pick<ApplicationCard, 'isOffline' | 'takenDown'>) {
  if (isOffline) return sentences.plan;
  return takenDown ? sentences.administrator : sentences.approval;
}
