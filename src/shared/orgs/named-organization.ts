import * as z from 'zod/mini';

/** An organization whose type is known from the context. */
export const namedOrganizationSchema = z.strictObject({ id: z.string(), _id: z.string(), name: z.string() });
export type NamedOrganization = z.output<typeof namedOrganizationSchema>;
