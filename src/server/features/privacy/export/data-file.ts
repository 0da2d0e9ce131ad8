import type { Context } from '#server/context.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { listIdentityRows } from '../../accounts/own/identity-store.ts';
import { listSessions } from '../../accounts/session-store.ts';
import { findUser } from '../../accounts/store.ts';
import { listOpenUploads } from '../../publishing/uploads/store.ts';
import {
  findSubscription,
  listContributions,
  listInvitations,
  listMemberships,
  listOwnedApps,
  listOwnedOrganizations,
  listReportsOf,
  listSubscriptionSteps,
  listSupportRequestsOf,
  listVersionsOf,
  type OwnedVersion,
} from '../store.ts';
import { entryName, thumbnailName } from './entry-names.ts';

type Services = Pick<Context, 'db' | 'clock'>;

/** An original file or a picture of the archive. */
export interface ExportedFile {
  name: string;
  sha256: Buffer;
  size: number;
  uploadedAt: Date;
}

const appsPerPage = 100;

/**
 * `data.json` in pieces: all of a user's data except secrets. One page of apps is in memory at a time.
 * @param addFile is called with original files while their versions are written
 */
export async function* writeDataFile(
  { db, clock }: Services,
  userId: string,
  addFile: (file: ExportedFile) => void,
): AsyncGenerator<string> {
  const now = clock.now();
  yield `{\n"exportedAt": ${json(now)},\n"account": ${json(await accountOf(db, userId))},\n`;
  yield `"identities": ${json(await identitiesOf(db, userId))},\n`;
  yield `"sessions": ${json(await sessionsOf(db, userId, now))},\n`;
  yield `"subscription": ${json(await findSubscription(db, userId))},\n`;
  yield `"subscriptionSteps": ${json(await listSubscriptionSteps(db, userId))},\n`;
  yield `"organizations": ${json(await listOwnedOrganizations(db, userId))},\n`;
  yield `"memberships": ${json(await listMemberships(db, userId))},\n`;
  yield `"invitations": ${json(await listInvitations(db, userId))},\n`;
  yield `"reports": ${json(await listReportsOf(db, userId))},\n`;
  yield `"supportRequests": ${json(await listSupportRequestsOf(db, userId))},\n`;
  yield `"unfinishedUploads": ${json(await uploadsOf(db, userId, now))},\n`;
  const contributions = await listContributions(db, userId);
  yield `"versionsForAppsOfOthers": ${json(contributions.map((version) => versionOf(version)))},\n`;
  yield '"applications": [';
  let separator = '\n';
  for (let after: string | null = ''; after !== null; ) {
    const apps = await listOwnedApps(db, userId, after, appsPerPage);
    const versions = Map.groupBy(
      await listVersionsOf(
        db,
        apps.map(({ id }) => id),
      ),
      ({ appId }) => appId,
    );
    for (const { thumbnailSha256, thumbnailSize, thumbnailSince, ...app } of apps) {
      const thumbnail = thumbnailSha256 && thumbnailName(app);
      if (thumbnail && thumbnailSize !== null && thumbnailSince !== null)
        addFile({
          name: thumbnail,
          sha256: thumbnailSha256,
          size: thumbnailSize,
          uploadedAt: thumbnailSince,
        });
      const taken = new Set<string>();
      const entries = (versions.get(app.id) ?? []).map((version) => {
        const { originalSha256: sha256, fileSize: size, uploadedAt } = version;
        const file = sha256 && entryName(app, version, taken);
        if (file) addFile({ name: file, sha256, size, uploadedAt });
        return { ...versionOf(version), uploadedByYou: version.uploadedBy === userId, file };
      });
      yield `${separator}${json({ ...app, thumbnail, versions: entries })}`;
      separator = ',\n';
    }
    after = apps.length === appsPerPage ? (apps.at(-1)?.id ?? null) : null;
  }
  yield '\n]\n}\n';
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 1);
}

async function accountOf(db: Context['db'], userId: string) {
  const user = await findUser(db, userId);
  if (!user) throw new FluxError('unauthenticated');
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    emailVerified: user.email_verified,
    role: user.role,
    provider: user.provider,
    createdAt: user.created_at,
    lastLoginAt: user.last_login_at,
    updatedAt: user.updated_at,
  };
}

async function identitiesOf(db: Context['db'], userId: string) {
  const rows = await listIdentityRows(db, userId);
  return rows.map(
    ({ provider, issuer, subject, email, email_verified: emailVerified, created_at: createdAt }) => ({
      provider,
      issuer,
      subject,
      email,
      emailVerified,
      createdAt,
    }),
  );
}

async function sessionsOf(db: Context['db'], userId: string, now: Date) {
  const rows = await listSessions(db, userId, now);
  return rows.map((row) => ({
    provider: row.provider,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }));
}

async function uploadsOf(db: Context['db'], userId: string, now: Date) {
  const rows = await listOpenUploads(db, userId, now);
  return rows.map((row) => ({ fileName: row.file_name, size: row.size, createdAt: row.created_at }));
}

function versionOf(version: OwnedVersion) {
  return {
    id: version.id,
    applicationId: version.appId,
    version: version.number,
    changelog: version.changelog,
    fileName: version.fileName,
    fileSize: version.fileSize,
    sha256: version.originalSha256?.toString('hex') ?? null,
    uploadedAt: version.uploadedAt,
  };
}
