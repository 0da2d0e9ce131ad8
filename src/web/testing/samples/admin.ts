import type { AdminApplication, AdminOrganization, AdminUser, AuditEntry } from '#shared/admin/admin.ts';
import type { BackgroundWork } from '#shared/admin/background-work.ts';
import type { Usage, UsageDay } from '#shared/admin/usage.ts';
import type { Mail } from '#shared/contact/mail.ts';
import type { Reported } from '#shared/contact/reports.ts';
import { idOf } from './ids.ts';

/** States of the administration pages that a small Flux does not reach by itself. */

const day = 86_400_000;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

export function someUser(fields: Partial<AdminUser> & { number: number }): AdminUser {
  const { number, ...given } = fields;
  const id = idOf('u', number);
  return {
    uid: id,
    id,
    email: `person-${number}@example.test`,
    username: `Person ${number}`,
    role: 'user',
    provider: 'google.com',
    createdAt: ago(number * day),
    lastLoginAt: ago(number * 3_600_000),
    updatedAt: ago(number * day),
    organizationId: null,
    organizationName: null,
    memberOrganizations: [],
    hasMoreOrganizations: false,
    disabled: null,
    can: { changeRole: true, delete: true, disable: true },
    ...given,
  };
}

const owner = { uid: idOf('u', 2), displayName: 'Grace Hopper', email: 'grace@example.test' };

export function someOrganization(fields: Partial<AdminOrganization> & { number: number }): AdminOrganization {
  const { number, ...given } = fields;
  const id = idOf('m', number);
  return {
    id,
    _id: id,
    name: `Organization ${number}`,
    description: 'Makes games for two.',
    owner,
    memberCount: number,
    isPublic: number % 2 === 0,
    createdAt: ago(number * day),
    offline: false,
    hasApplications: false,
    ...given,
  };
}

export function someApplication(fields: Partial<AdminApplication> & { number: number }): AdminApplication {
  const { number, ...given } = fields;
  return {
    id: idOf('p', number),
    name: `Application ${number}`,
    description: 'Round the sun and home again.',
    owner,
    organization: null,
    version: '1.2',
    isPublic: true,
    createdAt: ago(number * day),
    thumbnailUrl: null,
    offline: false,
    takenDown: null,
    openReports: 0,
    ...given,
  };
}

export function someReported(fields: Partial<Reported> & { number: number }): Reported {
  const { number, ...given } = fields;
  const { offline, openReports, ...application } = someApplication({ number });
  return {
    application,
    count: 1,
    reasons: { broken: 1 },
    oldestAt: ago(3 * day),
    newestAt: ago(3_600_000),
    newest: {
      id: idOf('r', number),
      reason: 'broken',
      details: 'It stops at the second level.',
      reporter: { id: owner.uid, name: owner.displayName, email: owner.email },
      email: null,
      createdAt: ago(3_600_000),
      state: 'open',
      decidedBy: null,
      decidedAt: null,
      note: '',
    },
    ...given,
  };
}

export function someEntry(fields: Partial<AuditEntry> & { number: number }): AuditEntry {
  const { number, ...given } = fields;
  return {
    id: idOf('e', number),
    at: ago(number * 3_600_000),
    actor: { id: owner.uid, name: owner.displayName },
    action: 'user.role',
    target: { kind: 'user', id: idOf('u', number), name: `Person ${number}` },
    before: { role: 'user' },
    after: { role: 'admin' },
    names: {},
    reason: null,
    ...given,
  };
}

export function someMail(fields: Partial<Mail> & { number: number }): Mail {
  const { number, ...given } = fields;
  return {
    id: idOf('l', number),
    to: `person-${number}@example.test`,
    subject: 'You are invited to Moonworks',
    text: 'Grace Hopper invites you to Moonworks.\n\nhttp://flux.localhost:3000/organizations?invitation=abc\n\nThe link is good for 14 days.',
    state: 'kept',
    attempts: 0,
    problem: null,
    createdAt: ago(number * 3_600_000),
    sentAt: null,
    ...given,
  };
}

export const someUsage: Usage = {
  storage: {
    totalSize: '1.23 GB',
    totalBytes: 1_320_702_443,
    fileCount: 4_812,
    fileTypes: { '.data': 12, '.wasm': 12, '.js': 380, '.html': 24, '.png': 1_204, '.json': 96, other: 3 },
    lastUpdated: ago(60_000),
  },
  auth: { totalUsers: 1_204 },
  firestore: {
    totalDocuments: 18_233,
    collections: {
      users: 1_204,
      organizations: 87,
      organization_members: 2_310,
      apps: 412,
      versions: 1_201,
      blobs: 4_812,
      sessions: 1_988,
      audit_log: 6_219,
    },
  },
  timestamp: ago(0),
};

/** The given number of days, growing. */
export function someDays(count: number): UsageDay[] {
  return Array.from({ length: count }, (_, index) => ({
    day: ago((count - 1 - index) * day).slice(0, 10),
    accounts: index < 3 ? null : 900 + index * 10,
    applications: index < 3 ? null : 300 + index * 3,
    bytesStored: index < 3 ? null : 900_000_000 + index * 14_000_000,
    plays: Math.round(120 + 90 * Math.sin(index) + index * 4),
    bytesDelivered: Math.round((3 + Math.sin(index)) * 1_000_000_000),
  }));
}

export const someWork: BackgroundWork = {
  compression: {
    ...{ waiting: 12, running: 1, cpuSeconds: 5_423.7 },
    ...{ tried: 1_204, kept: 988, bytesSaved: 91_268_055_040 },
  },
  deltas: { waiting: 3, running: 1, cpuSeconds: 312.4, tried: 96, kept: 88, bytesSaved: 12_884_901_888 },
  failures: [
    {
      work: 'deltas',
      application: { id: idOf('p', 2), name: 'Comet Chaser' },
      tries: 4,
      problem: 'The compressing process ended before it was done.',
      nextTryAt: ago(-8 * 60_000),
    },
    {
      work: 'compression',
      application: null,
      tries: 1,
      problem: 'Some blobs could not be compressed: ENOSPC: no space left on device, write',
      nextTryAt: ago(-20 * 60_000),
    },
  ],
};

export interface AdminLists {
  users?: AdminUser[];
  organizations?: AdminOrganization[];
  applications?: AdminApplication[];
  reported?: Reported[];
  entries?: AuditEntry[];
  mails?: Mail[];
}

/** A name of the maximum length. */
export const longName = `Supercalifragilistic${'expialidocious'.repeat(6)} the very long`;

/** A dashboard with some data in each list. */
export function everything(self: { id: string; username: string }): Required<AdminLists> {
  const moon = { id: idOf('m', 2), name: 'Moonworks' };
  return {
    users: [
      someUser({
        number: 2,
        uid: self.id,
        id: self.id,
        username: self.username,
        email: 'admin@flux.localhost',
        role: 'admin',
        can: { changeRole: false, delete: false, disable: false, why: 'This is you' },
      }),
      someUser({
        number: 3,
        username: 'Grace Hopper',
        email: 'grace@example.test',
        organizationId: moon.id,
        organizationName: moon.name,
        memberOrganizations: [
          { ...moon, isOwner: true },
          { id: idOf('m', 3), name: 'Compilers', isOwner: false },
        ],
      }),
      someUser({ number: 4, provider: 'github.com', role: 'admin' }),
      someUser({
        number: 5,
        username: longName,
        email: `${'long'.repeat(14)}@example.test`,
        organizationName: longName,
        organizationId: idOf('m', 5),
        memberOrganizations: [{ id: idOf('m', 5), name: longName, isOwner: false }],
        hasMoreOrganizations: true,
      }),
      someUser({ number: 6, disabled: { at: ago(day), reason: 'Sent spam.' }, provider: 'microsoft.com' }),
      someUser({ number: 7, email: null, provider: 'unknown' }),
    ],
    organizations: [
      someOrganization({ number: 2, name: 'Moonworks', memberCount: 1_204 }),
      someOrganization({ number: 3, name: longName, description: longName, offline: true }),
      someOrganization({ number: 5, owner: { uid: '', displayName: '', email: null }, description: '' }),
    ],
    applications: [
      someApplication({
        number: 2,
        name: 'Comet Chaser',
        organization: { ...moon, _id: moon.id },
        openReports: 3,
      }),
      someApplication({ number: 3, name: longName, description: longName, isPublic: false, offline: true }),
      someApplication({
        number: 4,
        name: 'Velvet Mole',
        version: '',
        takenDown: { at: ago(day), reason: 'Copyright.' },
        owner: { uid: '', displayName: '', email: null },
      }),
    ],
    reported: [
      someReported({ number: 2, count: 12, reasons: { malware: 2, broken: 10 } }),
      someReported({ number: 3 }),
    ],
    entries: [
      someEntry({ number: 2 }),
      someEntry({
        number: 3,
        actor: { id: null, name: 'Command line' },
        action: 'user.disable',
        before: { disabled: false },
        after: { disabled: true },
        reason: 'Sent spam.',
      }),
      someEntry({
        number: 4,
        action: 'storage.update',
        target: { kind: 'storage', id: idOf('s', 2), name: 'Paris bucket' },
        before: { settings: { publicRead: false, maxFileSize: 104_857_600, retentionDays: 365 } },
        after: { settings: { publicRead: true, maxFileSize: 209_715_200, retentionDays: null } },
      }),
      someEntry({
        number: 5,
        action: 'application.delete',
        target: { kind: 'application', id: idOf('p', 9), name: longName },
        before: { name: longName, owner: 'Grace Hopper', isPublic: true },
        after: null,
      }),
    ],
    mails: [
      someMail({ number: 2 }),
      someMail({ number: 3, state: 'sent', sentAt: ago(day), attempts: 1 }),
      someMail({
        number: 4,
        state: 'failed',
        attempts: 5,
        problem: '550 No such mailbox',
        subject: longName,
      }),
      someMail({ number: 5, state: 'waiting', attempts: 2, problem: 'Connection refused' }),
    ],
  };
}
