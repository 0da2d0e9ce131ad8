import { afterEach, expect, test, vi } from 'vitest';
import { type SignInProvider, type SignInPurpose, signInProviders } from '#shared/accounts/sign-in.ts';
import { signInErrorText } from './sign-in-errors.ts';

const textFor = (
  provider: SignInProvider,
  code: string,
  more: { purpose?: SignInPurpose; message?: string; label?: string } = {},
) => signInErrorText({ provider, purpose: 'sign-in', code, label: signInProviders[provider].label, ...more });

afterEach(() => vi.unstubAllGlobals());

test('a cancelled sign-in has the same message by redirect and by popup', () => {
  expect(textFor('google', 'auth/redirect-cancelled-by-user')).toBe('Sign-in was cancelled');
  expect(textFor('github', 'auth/popup-closed-by-user')).toBe('Sign-in was cancelled');
  expect(textFor('microsoft', 'auth/cancelled-popup-request')).toBe('Sign-in was cancelled');
  expect(textFor('google', 'auth/popup-closed-by-user', { purpose: 'confirm' })).toBe(
    'Sign-in was cancelled',
  );
});

test('a pending redirect and a blocked popup have messages', () => {
  expect(textFor('google', 'auth/redirect-operation-pending')).toBe('Sign-in is already in progress');
  expect(textFor('github', 'auth/popup-blocked')).toBe('Popup was blocked by browser');
});

test('a disabled account gets the reason and a contact, by redirect and by window', () => {
  for (const provider of ['google', 'github', 'microsoft', 'oidc'] as const)
    expect(textFor(provider, 'account_disabled')).toBe(
      'This account has been disabled. Please contact support.',
    );
});

test('an unknown code shows the provider’s message, or names the provider that failed', () => {
  expect(textFor('github', 'auth/odd', { message: 'Your account is suspended' })).toBe(
    'Your account is suspended',
  );
  expect(textFor('google', 'auth/odd')).toBe('Google sign-in failed');
  expect(textFor('github', 'auth/odd')).toBe('GitHub sign-in failed');
  expect(textFor('microsoft', 'auth/invalid-credential')).toBe('Microsoft sign-in failed');
  expect(textFor('oidc', 'auth/odd', { label: 'Acme' })).toBe('Acme sign-in failed');
});

test('"Flux\'s own refusals give a reason and a solution"', () => {
  expect(textFor('google', 'auth/network-request-failed')).toBe(
    'Google could not be reached. Please try again in a moment.',
  );
  expect(textFor('github', 'auth/credential-already-in-use', { purpose: 'link' })).toBe(
    'This GitHub account belongs to another Flux account. To use it here, remove it there. If that account has no other sign-in method, delete that account.',
  );
  expect(textFor('microsoft', 'auth/user-mismatch', { purpose: 'confirm' })).toContain(
    'Microsoft account is not yours',
  );
  expect(textFor('github', 'auth/no-current-user', { purpose: 'link' })).toBe('No user logged in');
});

test.each([
  ['Apple Computer, Inc.', 'http://flux.localhost:3000', true],
  ['Apple Computer, Inc.', 'http://127.0.0.1:3000', true],
  ['Apple Computer, Inc.', 'https://flux.localhost', false],
  // Over http to another machine Flux sends cookies without `Secure`.
  ['Apple Computer, Inc.', 'http://192.168.1.2:3000', false],
  ['Google Inc.', 'http://flux.localhost:3000', false],
])('a lost sign-in in a browser of %s at %s names https: %s', (vendor, address, namesHttps) => {
  vi.stubGlobal('navigator', { vendor });
  vi.stubGlobal('location', new URL(address));
  const text = textFor('google', 'auth/invalid-state');
  expect(text.includes('Use https or another browser.')).toBe(namesHttps);
});
