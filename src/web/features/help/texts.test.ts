import { describe, expect, test } from 'vitest';
import { eula } from '../../i18n/en/documents/eula.ts';
import { terms } from '../../i18n/en/documents/terms.ts';
import { categories } from '../../i18n/en/questions/categories.ts';
import type { Condition } from '../../i18n/question.ts';
import { type Facts, findQuestions } from './faq/find.ts';
import { fillPlaceholders, parseLinks } from './text.ts';
import { valuesOf } from './values.ts';

const values = { ...valuesOf(undefined), trial: '7 days' };
const facts = (...conditions: Condition[]): Facts => ({ conditions: new Set(conditions), values });
const legalTexts = { eula, terms };

const asked = categories.flatMap(({ questions }) => questions);
const sectionsOf = ({ sections }: typeof eula) => sections.map(({ slug }) => slug);
const textsOf = ({ sections, notice, acceptance }: typeof eula) => [
  ...sections.flatMap(({ body }) => body.flat()),
  notice.text,
  acceptance.text,
];
const texts = [...asked.flatMap(({ answer }) => answer), ...Object.values(legalTexts).flatMap(textsOf)];

test('the questions are in six categories', () => {
  expect(categories.map(({ title }) => title)).toEqual([
    'Getting Started',
    'Account & Subscriptions',
    'Applications & Sharing',
    'Technical Support',
    'Billing & Payments',
    'Themes & Customization',
  ]);
});

test.each<Condition[][]>([
  [['stripe', 'trial', 'own-origin']],
  [['sandbox', 'own-origin']],
  [['no-payments', 'one-host']],
])('every address is unique if %j', (conditions) => {
  const slugs = findQuestions(categories, facts(...conditions), '').flatMap(({ slug, questions }) => [
    slug,
    ...questions.map((question) => question.slug),
  ]);
  expect(slugs.filter((slug, place) => slugs.indexOf(slug) !== place)).toEqual([]);
  expect(slugs).toContain('payment');
  expect(slugs).toContain('saves');
});

test('every section of a legal text has an address of its own', () => {
  for (const text of Object.values(legalTexts))
    expect(new Set(sectionsOf(text)).size).toBe(text.sections.length);
});

test('links within the texts have targets', () => {
  const anchors = new Set([
    ...asked.map(({ slug }) => `/faq#${slug}`),
    ...sectionsOf(eula).map((slug) => `/eula#${slug}`),
    ...sectionsOf(terms).map((slug) => `/terms#${slug}`),
    '/subscriptions#pricing',
  ]);
  const links = texts.flatMap((text) => parseLinks(text).flatMap(({ href }) => href ?? []));
  expect(links.filter((href) => href.includes('#') && !anchors.has(href))).toEqual([]);
  expect(links.filter((href) => !/^(\/[a-z]*(#[\w-]+)?|support:)$/.test(href))).toEqual([]);
});

test('plans without Manage Subscription, such as Indie, link to the choice of another plan', () => {
  const answer = asked.find(({ slug }) => slug === 'change-plan')?.answer.join('\n') ?? '';
  expect(parseLinks(answer).map(({ href }) => href)).toContain('/subscriptions#pricing');
});

test('every placeholder is filled in', () => {
  expect(texts.map((text) => fillPlaceholders(text, values)).filter((text) => /[{}]/.test(text))).toEqual([]);
});

test.each([
  ['terms', ['at least 13', 'under 18', '$19.99', '$99.99', '30 days’ notice', '5–7 business days']],
  ['terms', ['within 30 days of a payment', '10–14 business days', 'grace period of 30 days', '100 MB']],
  ['eula', ['at least 13', 'Under 18', 'Unity 2020.3 LTS', '30 days’ notice', '10–14 business days']],
] as const)('the %s contain %j', (name, sayings) => {
  const whole = textsOf(legalTexts[name])
    .map((text) => fillPlaceholders(text, values))
    .join('\n');
  for (const saying of sayings) expect(whole).toContain(saying);
});

describe('a search', () => {
  const search = (query: string, given = facts('stripe', 'own-origin')) =>
    findQuestions(categories, given, query);
  const slugsOf = (query: string) =>
    search(query).flatMap(({ questions }) => questions.map(({ slug }) => slug));

  test('finds questions by all of their words, in question and answer', () => {
    expect(slugsOf('REFUNDS business')).toEqual(['refunds']);
    expect(slugsOf('refunds headset')).toEqual([]);
  });

  test('opens those whose answer alone has a word', () => {
    const found = search('webxr').flatMap(({ questions }) => questions);
    expect(found.find(({ slug }) => slug === 'webxr')?.isInAnswer).toBe(false);
    expect(found.find(({ slug }) => slug === 'what-is-flux')?.isInAnswer).toBe(true);
  });

  test('matches filled-in values, and no addresses of links', () => {
    expect(slugsOf('$19.99')).toEqual(['plans']);
    expect(slugsOf('#pricing')).toEqual([]);
  });

  test('omits what does not apply here', () => {
    expect(slugsOf('test mode')).toEqual([]);
    expect(slugsOf('')).not.toContain('trial');
    expect(search('test card', facts('sandbox')).length).toBe(1);
  });
});
