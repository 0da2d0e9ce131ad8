import { readStored, writeStored } from '#web/lib/page/browser-storage.ts';

const keyOf = (userId: string) => `flux-last-organization-${userId}`;

/** Where this person uploaded last from this browser. */
export const readLastOrganization = (userId: string) => readStored(keyOf(userId));

export const rememberOrganization = (userId: string, id: string | null) => writeStored(keyOf(userId), id);
