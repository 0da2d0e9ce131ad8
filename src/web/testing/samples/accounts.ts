import type { OwnSession, Session, User } from '#shared/accounts/accounts.ts';
import type { OwnedContent } from '#shared/accounts/personal-data.ts';
import { themes } from '#shared/apps/themes.ts';
import { buildFileExtensions, maxUploadBytesDefault } from '#shared/versions/build-file.ts';
import { daysAgo, idOf } from './ids.ts';

/** An account with a usual role that signed in a month ago. */
export function someone(fields: Partial<User> = {}): User {
  const id = fields.id ?? idOf('u', 2);
  return {
    id,
    uid: id,
    email: 'mara@example.test',
    username: 'Mara',
    role: 'user',
    provider: 'google.com',
    createdAt: daysAgo(30),
    lastLoginAt: daysAgo(0),
    updatedAt: daysAgo(30),
    ...fields,
  };
}

/** A Flux with content origins, e-mail and one sign-in method. */
export function sessionOf(user: User | null, fields: Partial<Session> = {}): Session {
  return {
    user,
    providers: [{ name: 'google', label: 'Google' }],
    limits: { maxUploadBytes: maxUploadBytesDefault, allowedExtensions: [...buildFileExtensions] },
    supportEmail: 'support@flux.localhost',
    sendsMail: true,
    themes: [...themes],
    isolation: 'origin',
    contentOrigin: 'http://{app}.flux.localhost:3000',
    ...fields,
  };
}

/** The requester's session, except for the given fields. */
export function someOwnSession(fields: Partial<OwnSession> = {}): OwnSession {
  return {
    id: idOf('s', 2),
    provider: 'google.com',
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    createdAt: daysAgo(1),
    lastSeenAt: daysAgo(0),
    current: true,
    ...fields,
  };
}

/** The content of an account that may be deleted: none. */
export function someOwnedContent(fields: Partial<OwnedContent> = {}): OwnedContent {
  return {
    applications: 0,
    versions: 0,
    unfinishedUploads: 0,
    organizations: 0,
    memberships: 0,
    bytes: 0,
    freshSignIn: true,
    lastAdmin: false,
    toHandOver: [],
    ...fields,
  };
}
