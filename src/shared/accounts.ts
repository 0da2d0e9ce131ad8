import * as z from 'zod/mini';
import { defineEndpoint, isoDate } from './contract.ts';
import { isolations } from './isolation.ts';
import { themes } from './themes.ts';

export const roles = ['user', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The ids of section 3; `unknown` where it is not known. */
export const providerIds = ['google.com', 'github.com', 'microsoft.com', 'unknown'] as const;
export type ProviderId = (typeof providerIds)[number];

/** The names that stand in addresses (`/auth/google`), and what people call them. */
export const signInProviders = {
  google: { id: 'google.com', label: 'Google', flow: 'redirect' },
  github: { id: 'github.com', label: 'GitHub', flow: 'popup' },
  microsoft: { id: 'microsoft.com', label: 'Microsoft', flow: 'popup' },
} as const satisfies Record<string, { id: ProviderId; label: string; flow: 'redirect' | 'popup' }>;
export type SignInProvider = keyof typeof signInProviders;

/** A person as they see themselves. */
export const userSchema = z.strictObject({
  id: z.string(),
  uid: z.string(),
  email: z.nullable(z.string()),
  username: z.string(),
  role: z.enum(roles),
  provider: z.string(),
  createdAt: isoDate,
  lastLoginAt: isoDate,
});
export type User = z.output<typeof userSchema>;

export const sessionSchema = z.strictObject({
  user: z.nullable(userSchema),
  /** Which of the three sign-in buttons lead somewhere. */
  providers: z.array(z.enum(['google', 'github', 'microsoft'])),
  limits: z.strictObject({ maxUploadBytes: z.int() }),
  themes: z.array(z.enum(themes)),
  isolation: z.enum(isolations),
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
