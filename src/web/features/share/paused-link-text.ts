import type { ApplicationCard } from '#shared/apps/apps.ts';
import { texts } from '../../i18n/en/share.ts';

const sentences = {
  plan: { sleeps: texts.linkPausedUntilPlan, none: texts.noLinkUntilPlan },
  administrator: { sleeps: texts.linkPausedUntilBroughtBack, none: texts.noLinkUntilBroughtBack },
  approval: { sleeps: texts.linkPausedUntilApproved, none: texts.noLinkUntilApproved },
};

/**
 * The message about a paused share link, or about a link that cannot be created now. There may be further
 * reasons, so it does not promise that solving this one opens the link.
 */
export function pausedLinkText({ isOffline, takenDown }: Pick<ApplicationCard, 'isOffline' | 'takenDown'>) {
  if (isOffline) return sentences.plan;
  return takenDown ? sentences.administrator : sentences.approval;
}
