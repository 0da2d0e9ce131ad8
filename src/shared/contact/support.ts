import * as z from 'zod/mini';
import { roles } from '../accounts/accounts.ts';
import { cursorSchema } from '../apps/app-list.ts';
import {
  defineEndpoint,
  idSchema,
  isoDate,
  oneOf,
  successSchema,
  textBlock,
  textLine,
} from '../contract/contract.ts';

export const supportCategories = [
  'account',
  'upload',
  'unity-plugin',
  'organizations',
  'thumbnails',
  'versions',
  'storage',
  'performance',
  'bugs',
  'feature-request',
  'billing',
  'other',
] as const;
export type SupportCategory = (typeof supportCategories)[number];

/** The topics to choose from, with the labels for administrators. */
export const supportCategoryWords: Record<SupportCategory, string> = {
  account: 'Account',
  upload: 'Upload',
  'unity-plugin': 'Unity plugin',
  organizations: 'Organizations',
  thumbnails: 'Thumbnails',
  versions: 'Versions',
  storage: 'Storage',
  performance: 'Performance',
  bugs: 'Bugs',
  'feature-request': 'Feature request',
  billing: 'Billing',
  other: 'Something else',
};

export const supportPriorities = ['low', 'medium', 'high', 'critical'] as const;
export type SupportPriority = (typeof supportPriorities)[number];

export const supportMessages = {
  required: 'Please fill in all required fields',
  failed: 'Failed to submit support request',
  email: 'Please enter a valid e-mail address',
};

export const supportFields = {
  name: textLine(120, 'Please keep the name under 120 characters'),
  /** The reply address. Empty: the account's address, if it is verified. */
  email: z.union(
    [z.literal(''), textLine(254, supportMessages.email).check(z.email(supportMessages.email))],
    supportMessages.email,
  ),
  category: z.enum(supportCategories, supportMessages.required),
  priority: z.enum(supportPriorities, 'Please choose a priority'),
  subject: textLine(200, 'Please keep the subject under 200 characters', supportMessages.required),
  message: textBlock(5000, 'Please keep the message under 5,000 characters', supportMessages.required),
};

export const requestSupport = defineEndpoint({
  method: 'POST',
  path: '/api/supportRequest',
  summary:
    'Writes to whoever runs this Flux. An account sends 3 requests an hour, visitors of one network as many. `userId`, `userRole` and `timestamp` are known by the server and dropped',
  access: 'anyone',
  body: z.strictObject({
    name: z._default(supportFields.name, ''),
    email: z._default(supportFields.email, ''),
    category: supportFields.category,
    priority: z._default(supportFields.priority, 'medium'),
    subject: supportFields.subject,
    message: supportFields.message,
    /** A honeypot that users do not see: a request that fills it in gets a success response and is dropped. */
    website: z.optional(z.string().check(z.maxLength(1000))),
    userId: z.optional(z.unknown()),
    userRole: z.optional(z.unknown()),
    timestamp: z.optional(z.unknown()),
  }),
  output: z.strictObject({
    success: z.literal(true),
    /** Null without a reply address and without a verified account address. */
    repliesTo: z.nullable(z.string()),
  }),
  errors: ['too_many_requests'],
});

export const supportStates = ['open', 'resolved'] as const;
export type SupportState = (typeof supportStates)[number];

export const supportRequestSchema = z.strictObject({
  id: z.string(),
  /** As typed, unverified. */
  name: z.string(),
  email: z.string(),
  category: z.enum(supportCategories),
  priority: z.enum(supportPriorities),
  subject: z.string(),
  message: z.string(),
  /** The signed-in sender, with the role at that time; null for visitors. */
  userId: z.nullable(z.string()),
  userRole: z.nullable(z.enum(roles)),
  /** The account's current name. */
  account: z.nullable(z.strictObject({ name: z.string(), email: z.nullable(z.string()) })),
  /** Time of the request. */
  timestamp: isoDate,
  state: z.enum(supportStates),
  /** The administrator who resolved it; null while it is open, and after the account was deleted. */
  resolvedBy: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
  resolvedAt: z.nullable(isoDate),
});
export type SupportRequest = z.output<typeof supportRequestSchema>;

export const listSupportRequests = defineEndpoint({
  method: 'GET',
  path: '/api/admin/support-requests',
  summary: 'What people wrote to support, the newest first; `state` narrows it to what is open or resolved',
  access: 'admin',
  query: z.strictObject({
    state: z.optional(oneOf('a state', supportStates)),
    cursor: z.optional(cursorSchema),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
  }),
  paged: true,
  output: supportRequestSchema,
});

const requestParams = z.strictObject({ id: idSchema });

export const resolveSupportRequest = defineEndpoint({
  method: 'POST',
  path: '/api/admin/support-requests/{id}/resolve',
  summary: 'Marks a support request as resolved. Whoever wrote it is not told',
  access: 'admin',
  params: requestParams,
  output: successSchema,
  errors: ['not_found', 'conflict'],
});

export const reopenSupportRequest = defineEndpoint({
  method: 'POST',
  path: '/api/admin/support-requests/{id}/reopen',
  summary: 'Marks a resolved support request as open again',
  access: 'admin',
  params: requestParams,
  output: successSchema,
  errors: ['not_found', 'conflict'],
});
