import { expect, test } from 'vitest';
import { type Locale, selectLocale } from './locale.ts';

const [english, german, arabic]: Locale[] = [
  { tag: 'en', direction: 'ltr' },
  { tag: 'de', direction: 'ltr' },
  { tag: 'ar', direction: 'rtl' },
];
const there = [english, german, arabic] as [Locale, ...Locale[]];

test('the first available language of the user is shown', () => {
  expect(selectLocale(['fr', 'ar', 'de'], there)).toBe(arabic);
  expect(selectLocale(['de-AT', 'en'], there)).toBe(german);
});

test('a user without an available language gets the first', () => {
  expect(selectLocale(['fr'], there)).toBe(english);
  expect(selectLocale([], there)).toBe(english);
});
