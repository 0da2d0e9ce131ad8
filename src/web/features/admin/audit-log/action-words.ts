import type { AuditAction, AuditTargetKind } from '#shared/admin.ts';

/** What was done, as one says it. */
export const actionWords: Record<AuditAction, string> = {
  'user.role': 'Changed a role',
  'user.organization': 'Assigned an organization',
  'user.disable': 'Disabled a user',
  'user.enable': 'Enabled a user',
  'user.delete': 'Deleted a user',
  'organization.update': 'Edited an organization',
  'organization.hand-over': 'Handed an organization over',
  'organization.delete': 'Deleted an organization',
  'member.invite': 'Invited a member',
  'member.withdraw': 'Withdrew an invitation',
  'member.role': 'Changed a member’s role',
  'member.remove': 'Removed a member',
  'application.update': 'Edited an application',
  'application.share-link': 'Changed a share link',
  'application.delete': 'Deleted an application',
  'application.take-offline': 'Took an application offline',
  'application.bring-back': 'Brought an application back',
  'version.publish': 'Published a version',
  'version.activate': 'Activated a version',
  'version.delete': 'Deleted a version',
  'version.approve': 'Approved a version',
  'version.send-back': 'Sent a version back',
  'report.dismiss': 'Dismissed reports',
  'report.uphold': 'Upheld reports',
  'storage.create': 'Added a storage configuration',
  'storage.update': 'Edited a storage configuration',
  'storage.test': 'Tested a storage configuration',
  'storage.activate': 'Activated a storage configuration',
  'storage.delete': 'Deleted a storage configuration',
  'storage.move': 'Began to move files',
  'storage.stop-move': 'Stopped moving files',
};

export const kindWords: Record<AuditTargetKind, string> = {
  user: 'User',
  organization: 'Organization',
  application: 'Application',
  storage: 'Storage',
};
