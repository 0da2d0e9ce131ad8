import * as z from 'zod/mini';

/** An organization where something else tells which it lies in. */
export const namedOrganizationSchema = z.strictObject({ id: z.string(), _id: z.string(), name: z.string() });
export type NamedOrganization = z.output<typeof namedOrganizationSchema>;
