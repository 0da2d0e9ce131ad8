import type { AuditAction, AuditTargetKind } from '#shared/admin/admin.ts';
import { texts } from '#web/i18n/en/admin/audit-log.ts';

/** Labels of actions. */
export const actionLabels: Record<AuditAction, string> = {
  'user.role': texts.changedARole,
  'user.organization': texts.assignedAnOrganization,
  'user.disable': texts.disabledAUser,
  'user.enable': texts.enabledAUser,
  'user.delete': texts.deletedAUser,
  'organization.update': texts.editedAnOrganization,
  'organization.hand-over': texts.transferredAnOrganization,
  'organization.delete': texts.deletedAnOrganization,
  'member.invite': texts.invitedAMember,
  'member.withdraw': texts.withdrewAnInvitation,
  'member.role': texts.changedAMembersRole,
  'member.remove': texts.removedAMember,
  'application.update': texts.editedAnApplication,
  'application.share-link': texts.changedAShareLink,
  'application.delete': texts.deletedAnApplication,
  'application.take-offline': texts.tookAnApplicationOffline,
  'application.bring-back': texts.broughtAnApplicationBack,
  'version.publish': texts.publishedAVersion,
  'version.activate': texts.activatedAVersion,
  'version.delete': texts.deletedAVersion,
  'version.approve': texts.approvedAVersion,
  'version.send-back': texts.sentAVersionBack,
  'report.dismiss': texts.dismissedReports,
  'report.uphold': texts.upheldReports,
  'support.resolve': texts.resolvedASupportRequest,
  'support.reopen': texts.reopenedASupportRequest,
  'storage.create': texts.addedAStorageConfiguration,
  'storage.update': texts.editedAStorageConfiguration,
  'storage.test': texts.testedAStorageConfiguration,
  'storage.activate': texts.activatedAStorageConfiguration,
  'storage.delete': texts.deletedAStorageConfiguration,
  'storage.move': texts.startedToMoveFiles,
  'storage.stop-move': texts.stoppedMovingFiles,
};

export const kindLabels: Record<AuditTargetKind, string> = {
  user: texts.user,
  organization: texts.organization,
  application: texts.application,
  storage: texts.storage,
  support: texts.supportRequest,
};
