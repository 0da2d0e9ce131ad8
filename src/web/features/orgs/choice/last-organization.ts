import { readStored, writeStored } from '#web/lib/page/browser-storage.ts';

const keyOf = (userId: string) => `flux-last-organization-${userId}`;

/** The last upload target of this account in this browser. */
export const readLastOrganization = (userId: string) => readStored(keyOf(userId));

export const rememberOrganization = (userId: string, id: string | null) => writeStored(keyOf(userId), id);
