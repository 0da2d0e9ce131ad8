import * as z from 'zod/mini';
import { roles } from '../accounts/accounts.ts';
import { takenDownSchema } from '../contact/reports.ts';
import {
  booleanField,
  defineEndpoint,
  idSchema,
  isoDate,
  oneOf,
  senderFields,
  successSchema,
  textBlock,
  textLine,
} from '../contract/contract.ts';
import { namedOrganizationSchema } from '../orgs/named-organization.ts';
import { threadIsolations } from '../play/isolation.ts';
import { approvals, buildReportSchema, pageSizeSchema } from '../versions/versions.ts';
import { applicationFilters, nameCursorSchema, sortSchema } from './app-list.ts';
import { deviceAccessSchema, playerSettingFields } from './player-settings.ts';
import { themes } from './themes.ts';

const shareLinks = ['on', 'sleeping', 'off'] as const;

export const applicationSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  isPublic: z.boolean(),
  /**
   * Since its owner's subscription ended. Visible to its owner and administrators, who can only download or
   * delete it.
   */
  isOffline: z.boolean(),
  /**
   * Since a takedown by an administrator. Visible to its owner and administrators. Its owner may download,
   * change, update or delete it, and it stays offline.
   */
  takenDown: z.nullable(takenDownSchema),
  /**
   * For an application that awaits approval or is offline: whether it becomes public afterwards. For users
   * who may edit it.
   */
  wantsPublic: z.boolean(),
  organizationId: z.nullable(z.string()),
  organization: z.nullable(namedOrganizationSchema),
  uploadedBy: z.string(),
  uploadedByUsername: z.string(),
  /** E-mail address and role of the uploader: for users who may see the application's details, null for others. */
  uploadedByEmail: z.nullable(z.string()),
  uploadedByUser: z.strictObject({
    id: z.string(),
    username: z.string(),
    email: z.nullable(z.string()),
    role: z.nullable(z.enum(roles)),
  }),
  /** 400 × 300 and 800 × 600, on Flux's own origin; null without a thumbnail. */
  thumbnailUrl: z.nullable(z.string()),
  thumbnailLargeUrl: z.nullable(z.string()),
  version: z.string(),
  theme: z.enum(themes),
  /** The permissions that the game may request from players: part of the embed code and of the player's frame. */
  deviceAccess: z.array(deviceAccessSchema),
  /** The download address of the active version's original upload; null if it is no longer stored. */
  fileUrl: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  fileSize: z.nullable(z.int()),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** An absolute share link that works for every recipient; null for users who may not share it. */
  shareUrl: z.nullable(z.string()),
  /**
   * `on` if `shareUrl` is set, `sleeping` if the link is paused until the application is approved or back
   * online, `off` if it was switched off; null for users who may not see it.
   */
  shareLink: z.nullable(z.enum(shareLinks)),
  /**
   * The badge on the card: `pending` if a version awaits approval, `sent-back` if the newest was declined;
   * null for users who may neither update the application nor approve its versions.
   */
  approval: z.nullable(z.enum(approvals)),
  /**
   * Whether pages are isolated for threads, and whether unknown paths show the start page: for users who may
   * update the application.
   */
  threadIsolation: z.nullable(z.enum(threadIsolations)),
  singlePageRoutes: z.nullable(z.boolean()),
  /** Of the active version. Players need it, because threads do not work in every browser and frame. */
  needsThreads: z.boolean(),
  /** The size of the active version's own page. In a smaller frame it is scaled down. */
  pageSize: z.nullable(pageSizeSchema),
  /**
   * Whether the active version cannot start, so that no player is shown. `build` has the reason, for users
   * who may edit the application.
   */
  cannotStart: z.boolean(),
  /** The result of the inspection: for users who may edit the application, null for others. */
  build: z.nullable(buildReportSchema),
  /** Computed once on the server. The browser checks this and never the role. */
  can: z.strictObject({
    play: z.boolean(),
    edit: z.boolean(),
    update: z.boolean(),
    delete: z.boolean(),
    approve: z.boolean(),
    /** Create a new share link: not while it would be paused. */
    share: z.boolean(),
  }),
});
export type Application = z.output<typeof applicationSchema>;

/** The response to an edit. */
const editedApplicationSchema = z.extend(applicationSchema, {
  can: z.extend(applicationSchema.shape.can, {
    /**
     * Whether the viewer can move the application back to the previous organization with its state unchanged:
     * neither move loses an approval. False if it was not moved.
     */
    moveBack: z.boolean(),
  }),
});
export type EditedApplication = z.output<typeof editedApplicationSchema>;

/** A card of the gallery: an application without the data of its own page. */
export const applicationCardSchema = z.omit(applicationSchema, {
  threadIsolation: true,
  singlePageRoutes: true,
  needsThreads: true,
  pageSize: true,
  cannotStart: true,
  build: true,
});
export type ApplicationCard = z.output<typeof applicationCardSchema>;

export const applicationFields = {
  name: textLine(120, 'Please keep the name under 120 characters', 'Please enter an application name'),
  description: textBlock(5000, 'Please keep the description under 5,000 characters'),
};

const themeField = oneOf('a theme', themes);
const organizationId = z.optional(z.nullable(z.union([idSchema, z.literal('')])));

export const createApplication = defineEndpoint({
  method: 'POST',
  path: '/api/applications',
  summary:
    'Publishes a build as a new application in an organization that the caller may upload to: the build as a file, or `uploadId` of a finished resumable upload. Where the organization asks for approval, what a plain member uploads stays private until it is approved',
  access: 'signed-in',
  signedOutMessage: 'User must be logged in',
  encoding: 'form',
  files: ['build', 'thumbnail'],
  body: z.strictObject({
    ...senderFields,
    fileUrl: z.optional(z.unknown()),
    uploadId: z.optional(idSchema),
    name: applicationFields.name,
    description: z._default(applicationFields.description, ''),
    organizationId,
    isPublic: z._default(booleanField, false),
    theme: z._default(themeField, 'vanilla'),
  }),
  output: applicationSchema,
  errors: [
    'build_refused',
    'conflict',
    'subscription_required',
    'limit_reached',
    'too_large',
    'upload_not_found',
    'upload_incomplete',
    'changes_unusable',
    'storage_full',
  ],
});

export const listApplications = defineEndpoint({
  method: 'GET',
  path: '/api/applications',
  summary:
    'Public applications, one’s own and those of one’s organizations, newest first; with `q` the best matches first; or by `sort`, of which a cursor holds for one alone. A page may be shorter than asked for, even empty, while a next one is named',
  access: 'anyone',
  query: z.strictObject({
    ...applicationFilters,
    /** Names without case and accents. */
    sort: z.optional(sortSchema),
    cursor: z.optional(nameCursorSchema),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 24),
  }),
  paged: true,
  output: applicationCardSchema,
  // For the viewer's own applications.
  errors: ['unauthenticated'],
});

export const getApplication = defineEndpoint({
  method: 'GET',
  path: '/api/applications/{id}',
  summary: 'One application; `key` is the share key of a private one',
  access: 'anyone',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ key: z.optional(z.string().check(z.maxLength(100))) }),
  output: applicationSchema,
  errors: ['app_not_found'],
});

export const updateApplication = defineEndpoint({
  method: 'PATCH',
  path: '/api/applications/{id}',
  summary:
    'Changes the details, the player settings and the thumbnail of an application; what is left out stays. Another organization must be one that the caller may upload to, and may ask for approval',
  access: 'signed-in',
  params: z.strictObject({ id: z.string() }),
  encoding: 'form',
  files: ['thumbnail'],
  body: z.strictObject({
    name: z.optional(
      textLine(120, 'Please keep the name under 120 characters', 'Application name is required'),
    ),
    description: z.optional(applicationFields.description),
    isPublic: z.optional(booleanField),
    organizationId,
    theme: z.optional(themeField),
    deviceAccess: z.optional(playerSettingFields.deviceAccess),
    threadIsolation: z.optional(playerSettingFields.threadIsolation),
    singlePageRoutes: z.optional(playerSettingFields.singlePageRoutes),
    /** Removes the thumbnail; not together with a new one. */
    removeThumbnail: z.optional(booleanField),
    // Section 7 lists them. The server knows them itself and drops them.
    thumbnailUrl: z.optional(z.unknown()),
    updatedAt: z.optional(z.unknown()),
  }),
  output: editedApplicationSchema,
  errors: ['app_not_found', 'forbidden', 'subscription_required', 'too_large', 'storage_full'],
});

export const deleteApplication = defineEndpoint({
  method: 'DELETE',
  path: '/api/applications/{id}',
  summary: 'Deletes an application with all its versions, for good',
  access: 'signed-in',
  params: z.strictObject({ id: z.string() }),
  output: successSchema,
  errors: ['app_not_found', 'forbidden'],
});

export const renewShareKey = defineEndpoint({
  method: 'POST',
  path: '/api/applications/{id}/share-key',
  summary: 'Makes a new share link, also where it was switched off; the one before stops working',
  access: 'signed-in',
  params: z.strictObject({ id: z.string() }),
  output: z.strictObject({ success: z.literal(true), shareUrl: z.string() }),
  errors: ['app_not_found', 'forbidden', 'subscription_required', 'conflict'],
});

export const switchOffShareKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/applications/{id}/share-key',
  summary: 'Switches the share link off: nobody comes in by it any more',
  access: 'signed-in',
  params: z.strictObject({ id: z.string() }),
  output: successSchema,
  errors: ['app_not_found', 'forbidden', 'subscription_required'],
});
