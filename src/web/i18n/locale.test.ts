import { expect, test } from 'vitest';
import { chosenLocale, type Locale } from './locale.ts';

const [english, german, arabic]: Locale[] = [
  { tag: 'en', direction: 'ltr' },
  { tag: 'de', direction: 'ltr' },
  { tag: 'ar', direction: 'rtl' },
];
const there = [english, german, arabic] as [Locale, ...Locale[]];

test('the first language that somebody reads and that there is, is shown', () => {
  expect(chosenLocale(['fr', 'ar', 'de'], there)).toBe(arabic);
  expect(chosenLocale(['de-AT', 'en'], there)).toBe(german);
});

test('who reads none of the languages gets the first', () => {
  expect(chosenLocale(['fr'], there)).toBe(english);
  expect(chosenLocale([], there)).toBe(english);
});
