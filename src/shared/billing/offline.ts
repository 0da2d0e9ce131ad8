import * as z from 'zod/mini';
import { defineEndpoint, isoDate } from '../contract/contract.ts';

export const offlineMessages = {
  application:
    'This application is offline, because your subscription has ended. Choose a plan to bring it back.',
  organization:
    'This organization is offline, because your subscription has ended. Choose a plan to bring it back.',
  noNewOrganization:
    'Your subscription has ended, and what is yours is offline. Choose a plan before you create an organization.',
  noMove:
    'Your subscription has ended, and your applications in this organization are offline. Choose a plan before you move them, or have them deleted with it.',
  organizationOfOther: 'This organization is offline, because the subscription of its owner has ended.',
};

export const offlineSchema = z.strictObject({
  since: isoDate,
  /** Time of the permanent deletion, unless there is a plan again. */
  deletionAt: isoDate,
  applications: z.int(),
  organizations: z.int(),
});
export type Offline = z.output<typeof offlineSchema>;

export const getOffline = defineEndpoint({
  method: 'GET',
  path: '/api/offline',
  summary:
    'What of one’s own is offline since one’s plan ended, and when it is deleted for good; null where nothing is',
  access: 'signed-in',
  output: z.strictObject({ offline: z.nullable(offlineSchema) }),
});
