import * as z from 'zod/mini';
import { cursorSchema } from '../apps/app-list.ts';
import { defineEndpoint, isoDate, successSchema, textBlock, textLine } from '../contract/contract.ts';
import { namedOrganizationSchema } from '../orgs/named-organization.ts';

export const reportReasons = ['malware', 'copyright', 'offensive', 'broken', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** The reasons to choose from, with the labels for administrators. */
export const reportReasonWords: Record<ReportReason, string> = {
  malware: 'Malware or phishing',
  copyright: 'Copyright',
  offensive: 'Offensive or harmful',
  broken: 'It does not work',
  other: 'Something else',
};

export const reportMessages = {
  sent: 'Thank you. An administrator will look at it.',
  chooseReason: 'Please choose a reason',
  tooMuch: 'Please keep the details under 1,000 characters',
};

export const reportFields = {
  reason: z.enum(reportReasons, reportMessages.chooseReason),
  details: textBlock(1000, reportMessages.tooMuch),
  /** The reply address. Dropped for signed-in users, whose account is known. */
  email: textLine(254, 'Please enter a valid e-mail address').check(
    z.email('Please enter a valid e-mail address'),
  ),
};

export const reportApplication = defineEndpoint({
  method: 'POST',
  path: '/api/reports',
  summary:
    'Reports an application to the administrators. A person, or a network for visitors, has one open report for each application: another takes its place. The answer is the same for an application that does not exist or that the caller may not see',
  access: 'anyone',
  body: z.strictObject({
    applicationId: z.string().check(z.maxLength(100)),
    /** The share key that the reporter used. */
    key: z.optional(z.string().check(z.maxLength(100))),
    reason: reportFields.reason,
    details: z._default(reportFields.details, ''),
    email: z.optional(reportFields.email),
  }),
  output: successSchema,
  errors: ['too_many_requests'],
});

/** When and why an administrator took an application offline. */
export const takenDownSchema = z.strictObject({ at: isoDate, reason: z.string() });
export type TakenDown = z.output<typeof takenDownSchema>;

const reportedApplicationSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  isPublic: z.boolean(),
  owner: z.strictObject({ uid: z.string(), displayName: z.string(), email: z.nullable(z.string()) }),
  organization: z.nullable(namedOrganizationSchema),
  version: z.string(),
  thumbnailUrl: z.nullable(z.string()),
  createdAt: isoDate,
  takenDown: z.nullable(takenDownSchema),
});

export const reportSchema = z.strictObject({
  id: z.string(),
  reason: z.enum(reportReasons),
  details: z.string(),
  /** The signed-in reporter; null for a visitor, and after the account was deleted. */
  reporter: z.nullable(z.strictObject({ id: z.string(), name: z.string(), email: z.nullable(z.string()) })),
  /** A visitor's reply address. */
  email: z.nullable(z.string()),
  createdAt: isoDate,
  /** `upheld`: the application was taken offline for it. */
  state: z.enum(['open', 'dismissed', 'upheld']),
  /** The administrator who decided; null while it is open, and after the account was deleted. */
  decidedBy: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
  decidedAt: z.nullable(isoDate),
  /** The administrator's note: of a dismissal, or the reason of a takedown. */
  note: z.string(),
});
export type Report = z.output<typeof reportSchema>;

export const reportedSchema = z.strictObject({
  application: reportedApplicationSchema,
  /** Open reports, at least one. */
  count: z.int(),
  /** Number of reports by reason, without reasons that do not occur. */
  reasons: z.partialRecord(z.enum(reportReasons), z.int()),
  oldestAt: isoDate,
  newestAt: isoDate,
  newest: reportSchema,
});
export type Reported = z.output<typeof reportedSchema>;

const pageQuery = {
  cursor: z.optional(cursorSchema),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 24),
};

export const listReported = defineEndpoint({
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'The applications that have open reports, whichever was reported last first',
  access: 'admin',
  query: z.strictObject(pageQuery),
  paged: true,
  output: reportedSchema,
});

const reportedParams = z.strictObject({ applicationId: z.string() });

export const listReports = defineEndpoint({
  method: 'GET',
  path: '/api/admin/reports/{applicationId}',
  summary: 'Every report of one application, decided ones too, the newest first',
  access: 'admin',
  params: reportedParams,
  query: z.strictObject(pageQuery),
  paged: true,
  output: reportSchema,
  errors: ['app_not_found'],
});

export const decisionFields = {
  note: textBlock(1000, 'Please keep the note under 1,000 characters', 'Please say why'),
  /** The owner reads it in an e-mail and in the app. */
  reason: textBlock(1000, 'Please keep the reason under 1,000 characters', 'Please give a reason'),
};

export const dismissReports = defineEndpoint({
  method: 'POST',
  path: '/api/admin/reports/{applicationId}/dismiss',
  summary: 'Decides the open reports of an application: it stays online. The note is for administrators',
  access: 'admin',
  params: reportedParams,
  body: z.strictObject({ note: decisionFields.note }),
  output: successSchema,
  errors: ['app_not_found', 'conflict'],
});

const applicationParams = z.strictObject({ id: z.string() });

export const takeApplicationOffline = defineEndpoint({
  method: 'POST',
  path: '/api/admin/applications/{id}/take-offline',
  summary:
    'Takes an application offline for everyone but its owner, who is mailed the reason and may download, update or delete it; its open reports are decided',
  access: 'admin',
  params: applicationParams,
  body: z.strictObject({ reason: decisionFields.reason }),
  output: z.strictObject({ success: z.literal(true), takenDown: takenDownSchema }),
  errors: ['app_not_found', 'conflict'],
});

export const bringApplicationBack = defineEndpoint({
  method: 'POST',
  path: '/api/admin/applications/{id}/bring-back',
  summary: 'Brings an application back that an administrator took offline, and mails its owner',
  access: 'admin',
  params: applicationParams,
  output: successSchema,
  errors: ['app_not_found', 'conflict'],
});
