import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { getSession, signOut } from '#shared/accounts/accounts.ts';
import { getApplication, listApplications } from '#shared/apps/apps.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { getPaymentSettings, listProducts } from '#shared/billing/payments.ts';
import { requestSupport } from '#shared/contact/support.ts';
import { createOrganization } from '#shared/orgs/orgs.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { createVersion, listVersions } from '#shared/versions/versions.ts';
import { answerOrganizations } from '../../testing/answer-organizations.ts';
import { answerUpdate, first, openUpdate, second } from '../../testing/answer-update.ts';
import { type Answers, refusal } from '../../testing/answers.ts';
import { installClock, sleepFor } from '../../testing/clock.ts';
import { arrive, fakeSending, somePage } from '../../testing/fake-sending.ts';
import { press } from '../../testing/keys.ts';
import { labelOf } from '../../testing/labels.ts';
import { openPage } from '../../testing/open-page.tsx';
import { fakeWindows, reportSignIn, tellOfAccount } from '../../testing/other-tabs.ts';
import { sessionOf, someone } from '../../testing/samples/accounts.ts';
import { appOf, ownCard, someCard } from '../../testing/samples/apps.ts';
import { somePaymentSettings, someSubscription } from '../../testing/samples/billing.ts';
import { idOf } from '../../testing/samples/ids.ts';
import { someReport, someVersion } from '../../testing/samples/versions.ts';
import { expect, laptop, phone, test } from '../../testing/test.ts';

vi.mock(import('../uploads/send-file.ts'), { spy: true });

const ended = page.getByRole('dialog', { name: 'Your session has ended' });
const changelog = page.getByLabelText('Changelog');
const send = page.getByRole('button', { name: 'Upload New Version' });
const typed = 'Typed before the session ended.';
const signIn = page.getByRole('banner').getByRole('button', { name: 'Sign In', includeHidden: true });
const other = someone({ id: idOf('u', 9), username: 'Other', email: 'other@example.test' });

async function fillInUpdate(answers: Answers): Promise<void> {
  await openUpdate(answers);
  await page.getByLabelText('Build file').upload(somePage('second.html'));
  await changelog.fill(typed);
}

/** As if it were revoked from another browser, or had run out. */
function endSession(answers: Answers): void {
  answers.answer(getSession, sessionOf(null));
  for (const endpoint of [listSubscriptions, listVersions, listUploads, createVersion, requestSupport])
    answers.refuse(endpoint, 'unauthenticated');
}

/** As the window of the provider ends. */
async function signInAgain(answers: Answers, user = someone()): Promise<void> {
  fakeWindows();
  await press(ended.getByRole('button', { name: 'Continue with Google' }), '{Enter}');
  answers.answer(getSession, sessionOf(user));
  answers.answer(listSubscriptions, [someSubscription()]);
  reportSignIn({ provider: 'google', purpose: 'sign-in', ok: true });
}

test('a tab whose session ended in the background keeps its input', async ({ answers }) => {
  const begun = fakeSending();
  installClock();
  await fillInUpdate(answers);
  endSession(answers);
  // Visitors get less of a public application.
  const { id } = ownCard();
  answers.answer(getApplication, appOf(someCard({ id, name: 'Failures' })));
  // All cached data is stale, and is fetched again before the end of the session is known.
  sleepFor(3_600_000);
  await expect.element(ended).toMatchTextContent('Sign in again as Mara to continue.');
  await expect.element(changelog).toHaveValue(typed);

  answers.answer(getSession, sessionOf(someone()));
  answers.answer(listSubscriptions, [someSubscription()]);
  answers.answer(listVersions, { success: true, versions: [second, first] });
  answerUpdate(answers);
  const version = someVersion({ number: 4, version: '1.2', isActive: true });
  answers.answer(createVersion, { success: true, versionId: version.id, version });
  // In another tab.
  tellOfAccount({ sees: someone().id });
  await expect.element(ended).not.toBeInTheDocument();
  await expect.element(changelog).toHaveValue(typed);
  await send.click();
  await arrive(begun, 1);
  await expect.element(page.getByText('Successfully uploaded version 1.2!')).toBeVisible();
});

test('somebody else who signs in gets their own home, and nothing of the person before', async ({
  answers,
}) => {
  fakeSending();
  await fillInUpdate(answers);
  localStorage.setItem('tus::of-before', 'second.html');
  endSession(answers);
  await send.click();
  await expect.element(ended).toBeVisible();
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    const isHere = document.querySelector('[aria-label="Account menu of Other"]');
    const fields = isHere ? [...document.querySelectorAll('textarea')] : [];
    seen.push(...fields.map(({ value }) => value));
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  await signInAgain(answers, other);
  await expect.element(page.getByRole('button', { name: 'Account menu of Other' })).toBeVisible();
  await expect.poll(() => location.pathname + location.search).toBe('/');
  await expect.element(page.getByText(typed)).not.toBeInTheDocument();
  observer.disconnect();
  expect(seen).toEqual([]);
  expect(JSON.stringify(localStorage)).not.toContain('second.html');
  expect(answers.calls(createVersion)).toEqual([]);
});

test('a form of the person before is closed, and sent no second time, where somebody else is signed in', async ({
  answers,
}) => {
  answerOrganizations(answers);
  await openPage('/organizations', { answers });
  await page.getByRole('main').getByRole('button', { name: 'Create Organization' }).click();
  const form = page.getByRole('dialog', { name: 'Create Organization' });
  await form.getByLabelText('Name', { exact: true }).fill('Mine alone');
  // Another account; no other tab has sent a message about it.
  answers.refuse(createOrganization, 'unauthenticated');
  answers.answer(getSession, sessionOf(other));
  await form.getByRole('button', { name: 'Create Organization' }).click();
  await expect.element(page.getByRole('button', { name: 'Account menu of Other' })).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
  await expect.poll(() => location.pathname).toBe('/');
  expect(answers.calls(createOrganization)).toHaveLength(1);
});

test('an open form outlives its session on a page for anyone, and closes for a person who leaves', async ({
  answers,
}) => {
  answers.answer(getPaymentSettings, somePaymentSettings());
  answers.answer(listProducts, []);
  const request = page.getByRole('dialog', { name: 'Contact Support', includeHidden: true });
  const field = (label: string) => request.getByLabelText(labelOf(label));
  const fillIn = async () => {
    await page.viewport(laptop.width, laptop.height);
    await openPage('/faq', { answers });
    await page.getByRole('banner').getByRole('button', { name: 'Support' }).click();
    await field('Category').selectOptions('Bugs');
    await field('Subject').fill('Typed');
    await field('Message').fill('All of this was typed.');
    endSession(answers);
    await request.getByRole('button', { name: 'Send Request' }).click();
    await expect.element(ended).toBeVisible();
  };
  await fillIn();
  await page.viewport(phone.width, phone.height);
  await signInAgain(answers);
  answers.answer(requestSupport, { success: true, repliesTo: 'mara@example.test' });
  await expect.element(request.getByRole('status')).toMatchTextContent('mara@example.test');

  await fillIn();
  await press(ended.getByRole('button', { name: 'Leave without saving' }), '{Enter}');
  await expect.poll(() => location.pathname).toBe('/');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByText('All of this was typed.')).not.toBeInTheDocument();
});

/** A public application of one’s own is open, and its frame has begun. */
async function play(answers: Answers) {
  const card = ownCard({ name: 'Played on' });
  answers.answer(getApplication, appOf(card, { build: someReport() }));
  await openPage(`/play/${card.id}`, { answers });
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Versions' })).toBeVisible();
  await expect.element(page.getByText('Build report', { exact: true })).toBeVisible();
  const frame = document.querySelector<HTMLIFrameElement>('iframe[data-game]');
  const src = frame?.src;
  expect(src).toContain(card.id);
  return async () => {
    await expect.element(signIn).toBeVisible();
    await expect.element(page.getByText('Build report', { exact: true })).not.toBeInTheDocument();
    expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /^(Update|Versions)$/ })
        .elements(),
    ).toEqual([]);
    await expect.element(page.getByRole('heading', { name: 'Played on' })).toBeVisible();
    expect(ended.elements()).toEqual([]);
    // A frame that leaves the page, or gets another address, starts its game anew.
    expect(document.querySelector('iframe[data-game]') === frame, 'the same frame').toBe(true);
    expect(frame?.src).toBe(src);
  };
}

const visitorsView = appOf(someCard({ id: ownCard().id, name: 'Played on', fileName: 'game.zip' }));

test('a public game keeps running, on the page of a visitor, where the session of its player ends', async ({
  answers,
}) => {
  installClock();
  const expectItRuns = await play(answers);
  endSession(answers);
  let asked = 0;
  // The page still names the person whom it shows, who is not signed in.
  answers.answer(getApplication, () => (asked++ === 0 ? refusal('unauthenticated') : visitorsView));
  sleepFor(3_600_000);
  await expectItRuns();
});

test('a public game keeps running where its player logs out in another tab', async ({ answers }) => {
  const expectItRuns = await play(answers);
  endSession(answers);
  answers.answer(getApplication, visitorsView);
  tellOfAccount('left');
  await expectItRuns();
});

test('logging out in another tab leaves a form, and nobody finds later what was typed there', async ({
  answers,
}) => {
  await fillInUpdate(answers);
  endSession(answers);
  tellOfAccount('left');
  const asks = page.getByRole('heading', { name: 'Please log in to update applications.' });
  await expect.element(asks).toBeVisible();
  expect(ended.elements()).toEqual([]);
  answers.answer(getSession, sessionOf(someone()));
  answers.answer(listSubscriptions, [someSubscription()]);
  answers.answer(listVersions, { success: true, versions: [second, first] });
  answers.answer(listUploads, []);
  tellOfAccount({ sees: someone().id });
  await expect.element(changelog).toHaveValue('');
});

const search = page.getByPlaceholder('Search applications...');

/** Until a change of the page is drawn, and what it asks for is sent. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** What was searched for at the server until now. */
const searches = (answers: Answers) => answers.calls(listApplications).flatMap(({ query }) => query.q ?? []);

test('a search while somebody logs out waits, and is sent for the visitor', async ({ answers }) => {
  const found = someCard({ name: 'Looked for' });
  answers.answer(listApplications, { items: [found], nextCursor: null });
  await openPage('/', { answers });
  await expect.element(page.getByRole('link', { name: 'Looked for' }).first()).toBeVisible();
  const end = answers.hold(signOut, { success: true });
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect.poll(() => answers.calls(signOut).length).toBe(1);
  await search.fill('looked');
  await expect.poll(() => location.search).toContain('q=looked');
  await drawn();
  expect(searches(answers)).toEqual([]);
  answers.answer(getSession, sessionOf(null));
  end();
  await expect.element(signIn).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Looked for' }).first()).toBeVisible();
});

test('while another tab ends the session no request is sent, and they are sent where it could not be ended', async ({
  answers,
}) => {
  const mine = ownCard({ name: 'Siblings' });
  answers.answer(listApplications, ({ query }) => ({ items: query.q ? [] : [mine], nextCursor: null }));
  await openPage('/?filter=my-apps', { answers });
  const listed = page.getByRole('main').getByRole('link', { name: 'Play Siblings', exact: true });
  await expect.element(listed).toBeVisible();
  tellOfAccount('leaving');
  await search.fill('nothing of this name');
  await expect.poll(() => location.search).toContain('q=nothing');
  await drawn();
  expect(searches(answers)).toEqual([]);
  tellOfAccount('staying');
  await expect.element(page.getByRole('heading', { name: 'No applications found' })).toBeVisible();
  await search.fill('');
  await expect.element(listed).toBeVisible();

  answers.answer(getSession, sessionOf(null));
  tellOfAccount('leaving');
  tellOfAccount('left');
  await expect.element(signIn).toBeVisible();
  await expect.element(listed).not.toBeInTheDocument();
});

test('the next person finds no draft of the person before, whose session had run out', async ({
  answers,
}) => {
  answers.answer(listUploads, []);
  const name = page.getByLabelText('Name');
  await openPage('/upload', { answers });
  await name.fill('Of the person before');
  answers.answer(getSession, sessionOf(null));
  await openPage('/upload', { answers });
  await expect.element(page.getByText('Authentication Required')).toBeVisible();
  answers.answer(getSession, sessionOf(someone()));
  await openPage('/upload', { answers });
  await expect.element(name).toHaveValue('Of the person before');
  answers.answer(getSession, sessionOf(other));
  await openPage('/upload', { answers });
  await expect.element(name).toHaveValue('');
  expect(JSON.stringify(localStorage)).not.toContain('Of the person before');
});
