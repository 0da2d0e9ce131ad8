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
  /** Since its owner’s subscription ended: to its owner and administrators alone, and only to be downloaded or deleted. */
  isOffline: z.boolean(),
  /**
   * Since an administrator took it offline: to its owner and administrators alone. Its owner may download, change, update
   * or delete it meanwhile, and whatever they do it stays offline.
   */
  takenDown: z.nullable(takenDownSchema),
  /** Of an application that waits for approval or is offline: whether it becomes public then. To those who may edit it. */
  wantsPublic: z.boolean(),
  organizationId: z.nullable(z.string()),
  organization: z.nullable(namedOrganizationSchema),
  uploadedBy: z.string(),
  uploadedByUsername: z.string(),
  /** E-mail address and role of whoever uploaded it: to those who may look inside the application, null for others. */
  uploadedByEmail: z.nullable(z.string()),
  uploadedByUser: z.strictObject({
    id: z.string(),
    username: z.string(),
    email: z.nullable(z.string()),
    role: z.nullable(z.enum(roles)),
  }),
  /** 400 × 300 and 800 × 600, on Flux's own origin; null where the app has no picture of its own. */
  thumbnailUrl: z.nullable(z.string()),
  thumbnailLargeUrl: z.nullable(z.string()),
  version: z.string(),
  theme: z.enum(themes),
  /** What the game may ask its players for: part of the embed code and of the player’s frame. */
  deviceAccess: z.array(deviceAccessSchema),
  /** Where the original upload of the active version is downloaded; null where it is not kept any more. */
  fileUrl: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  fileSize: z.nullable(z.int()),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** An absolute link that works for whoever receives it; null for those who may not hand one out. */
  shareUrl: z.nullable(z.string()),
  /**
   * `on` where `shareUrl` is one, `sleeping` where there is one that opens nothing until the application is approved or back
   * online, `off` where it was switched off; null for those who are told of none.
   */
  shareLink: z.nullable(z.enum(shareLinks)),
  /**
   * The mark on the card: `pending` where a version waits for approval, `sent-back` where the newest was declined; null
   * for those who may neither update the app nor approve its versions.
   */
  approval: z.nullable(z.enum(approvals)),
  /** Whether pages are isolated for threads, and whether unknown paths show the start page: to those who may update the app. */
  threadIsolation: z.nullable(z.enum(threadIsolations)),
  singlePageRoutes: z.nullable(z.boolean()),
  /** Of the active version: players have to know, since not every browser runs threads in every place. */
  needsThreads: z.boolean(),
  /** Of the active version: where its own page is shown in less room, it is shown smaller. */
  pageSize: z.nullable(pageSizeSchema),
  /** Of the active version: it cannot start, and no player is shown. `build` says why to those who may edit the app. */
  cannotStart: z.boolean(),
  /** What the inspection found: for those who may edit the app, null for others. */
  build: z.nullable(buildReportSchema),
  /** Answered once on the server; the browser asks this and never the role. */
  can: z.strictObject({
    play: z.boolean(),
    edit: z.boolean(),
    update: z.boolean(),
    delete: z.boolean(),
    approve: z.boolean(),
    /** Make a new share link: not while none would open it. */
    share: z.boolean(),
  }),
});
export type Application = z.output<typeof applicationSchema>;

/** What an edit answers. */
const editedApplicationSchema = z.extend(applicationSchema, {
  can: z.extend(applicationSchema.shape.can, {
    /**
     * Whether the caller can take it back to the organization that this edit took it from, and all is as it was then: no
     * approval is lost on the one way nor on the other. False where it stayed.
     */
    moveBack: z.boolean(),
  }),
});
export type EditedApplication = z.output<typeof editedApplicationSchema>;

/** A card of the gallery: an application without what only its own page shows. */
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
  // For what is one's own.
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
    /** Takes the thumbnail away; not together with a new one. */
    removeThumbnail: z.optional(booleanField),
    // Section 7 lists them; the server knows them by itself and drops them.
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
