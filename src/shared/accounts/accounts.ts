import * as z from 'zod/mini';
import { themes } from '../apps/themes.ts';
import { defineEndpoint, idSchema, isoDate, successSchema, textLine } from '../contract/contract.ts';
import { isolations } from '../play/isolation.ts';
import { buildFileExtensions } from '../versions/build-file.ts';
import { signInProviderNames } from './sign-in.ts';

export const roles = ['user', 'admin'] as const;
export type Role = (typeof roles)[number];

export const maxUsernameLength = 80;
export const usernameSchema = textLine(
  maxUsernameLength,
  `Display name must be at most ${maxUsernameLength} characters`,
  'Display name is required',
);

/** The signed-in user's own account. */
export const userSchema = z.strictObject({
  id: z.string(),
  uid: z.string(),
  email: z.nullable(z.string()),
  username: z.string(),
  role: z.enum(roles),
  provider: z.string(),
  createdAt: isoDate,
  lastLoginAt: isoDate,
  /** When the account itself was last changed. A sign-in is no change. */
  updatedAt: isoDate,
});
export type User = z.output<typeof userSchema>;

export const sessionSchema = z.strictObject({
  user: z.nullable(userSchema),
  /** The configured sign-in methods, in the order of their buttons. */
  providers: z.array(z.strictObject({ name: z.enum(signInProviderNames), label: z.string() })),
  /** The limit of the active storage, capped by the operator's. */
  limits: z.strictObject({
    maxUploadBytes: z.int(),
    allowedExtensions: z.array(z.enum(buildFileExtensions)),
  }),
  /** The support address. */
  supportEmail: z.string(),
  /** Whether Flux sends e-mails. */
  sendsMail: z.boolean(),
  themes: z.array(z.enum(themes)),
  isolation: z.enum(isolations),
  /**
   * The origin of builds, with `{app}` as the placeholder of an application's id; null if builds have an
   * opaque origin.
   */
  contentOrigin: z.nullable(z.string()),
});
export type Session = z.output<typeof sessionSchema>;

export const getSession = defineEndpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'Who is signed in, and what this Flux allows',
  access: 'anyone',
  output: sessionSchema,
});

export const signOut = defineEndpoint({
  method: 'POST',
  path: '/api/session/end',
  summary: 'Ends the current session on the server and in this browser',
  access: 'anyone',
  output: z.strictObject({ success: z.literal(true) }),
});

/** A signed-in browser. */
export const ownSessionSchema = z.strictObject({
  id: z.string(),
  /** A provider id, as 'google.com'. */
  provider: z.string(),
  /** The browser's User-Agent, unchanged. */
  userAgent: z.string(),
  createdAt: isoDate,
  lastSeenAt: isoDate,
  /** Whether it is the requester's session. */
  current: z.boolean(),
});
export type OwnSession = z.output<typeof ownSessionSchema>;

/** A sign-in method of an account: an identity at a provider. */
export const identitySchema = z.strictObject({
  id: z.string(),
  provider: z.string(),
  email: z.nullable(z.string()),
  createdAt: isoDate,
});
export type Identity = z.output<typeof identitySchema>;

const own = { access: 'signed-in' } as const;

export const getMe = defineEndpoint({
  ...own,
  method: 'GET',
  path: '/api/users/me',
  summary: 'The person who is signed in',
  output: userSchema,
});

export const updateMe = defineEndpoint({
  ...own,
  method: 'PATCH',
  path: '/api/users/me',
  summary: 'Changes one’s display name',
  signedOutMessage: 'No user logged in',
  body: z.strictObject({ username: usernameSchema }),
  output: userSchema,
});

export const deleteMe = defineEndpoint({
  ...own,
  method: 'DELETE',
  path: '/api/users/me',
  summary: 'Deletes one’s account with everything in it, for good; needs a fresh sign-in',
  body: z.strictObject({
    /** The user's confirmation: the typed display name. */
    confirm: z.string(),
  }),
  output: successSchema,
  errors: ['conflict', 'fresh_sign_in_required', 'last_admin', 'invalid_input'],
});

export const listOwnSessions = defineEndpoint({
  ...own,
  method: 'GET',
  path: '/api/users/me/sessions',
  summary: 'Where one is signed in, what was used last first',
  output: z.array(ownSessionSchema),
});

export const endOwnSession = defineEndpoint({
  ...own,
  method: 'DELETE',
  path: '/api/users/me/sessions/{id}',
  summary: 'Signs one out in one browser',
  params: z.strictObject({ id: idSchema }),
  output: successSchema,
  errors: ['not_found'],
});

export const endOtherSessions = defineEndpoint({
  ...own,
  method: 'DELETE',
  path: '/api/users/me/sessions',
  summary: 'Signs one out everywhere but in the browser that asks',
  output: successSchema,
});

export const listIdentities = defineEndpoint({
  ...own,
  method: 'GET',
  path: '/api/users/me/identities',
  summary: 'The ways in which one signs in to this account',
  output: z.array(identitySchema),
});

export const removeIdentity = defineEndpoint({
  ...own,
  method: 'DELETE',
  path: '/api/users/me/identities/{id}',
  summary: 'Takes away a way to sign in, though never the last; needs a fresh sign-in',
  params: z.strictObject({ id: idSchema }),
  output: successSchema,
  errors: ['not_found', 'conflict', 'fresh_sign_in_required'],
});
