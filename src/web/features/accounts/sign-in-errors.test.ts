import { expect, test } from 'vitest';
import { signInErrorText } from './sign-in-errors.ts';

test('a cancelled sign-in reads the same by redirect and by popup', () => {
  expect(signInErrorText('google', 'auth/redirect-cancelled-by-user')).toBe('Sign-in was cancelled');
  expect(signInErrorText('github', 'auth/popup-closed-by-user')).toBe('Sign-in was cancelled');
  expect(signInErrorText('microsoft', 'auth/cancelled-popup-request')).toBe('Sign-in was cancelled');
});

test('a pending redirect and a blocked popup say so', () => {
  expect(signInErrorText('google', 'auth/redirect-operation-pending')).toBe('Sign-in is already in progress');
  expect(signInErrorText('github', 'auth/popup-blocked')).toBe('Popup was blocked by browser');
});

test('an unknown code shows the provider’s message, or names the provider that failed', () => {
  expect(signInErrorText('github', 'auth/odd', 'Your account is suspended')).toBe(
    'Your account is suspended',
  );
  expect(signInErrorText('google', 'auth/odd')).toBe('Google sign-in failed');
  expect(signInErrorText('github', 'auth/odd')).toBe('GitHub sign-in failed');
  expect(signInErrorText('microsoft', 'auth/popup-closed')).toBe('Microsoft sign-in failed');
});
