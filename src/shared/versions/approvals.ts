import * as z from 'zod/mini';
import { defineEndpoint, isoDate } from '../contract/contract.ts';
import { namedOrganizationSchema } from '../orgs/named-organization.ts';

/** The versions to approve, which shrink with each decision. */
export const maxListedApprovals = 50;

export const pendingVersionSchema = z.strictObject({
  id: z.string(),
  version: z.string(),
  uploadedAt: isoDate,
  /** 'Deleted user' after the account was deleted. */
  uploadedByUsername: z.string(),
  application: z.strictObject({ id: z.string(), name: z.string() }),
  organization: namedOrganizationSchema,
});
export type PendingVersion = z.output<typeof pendingVersionSchema>;

export const listApprovals = defineEndpoint({
  method: 'GET',
  path: '/api/approvals',
  summary: `Versions that await approval in the organizations that the caller owns or is an admin of, oldest first, at most ${maxListedApprovals}; \`count\` is the number of all`,
  access: 'signed-in',
  output: z.strictObject({ count: z.int(), versions: z.array(pendingVersionSchema) }),
});
