import type { Person } from './person.ts';
import { expect } from './server.ts';
import { allOfVersion, makeVersionBuild, type ReportedVersions } from './version-build.ts';

/** Steps of tests that run in several browsers. */

export const buildField = '[aria-labelledby=build-file-label]';

export async function signIn(person: Person, email: string, name: string): Promise<void> {
  await person.open('/');
  await person.click('button', 'Sign In');
  await person.click('button', 'Continue with Google');
  await continueAs(person, email, name);
}

/** Signs in directly at the provider, without Flux's pages before. */
export async function signInDirectly(person: Person, email: string, name: string): Promise<void> {
  await person.open('/auth/google/start');
  await continueAs(person, email, name);
}

/** Fills in the page of the local provider. */
export async function continueAs(person: Person, email: string, name: string): Promise<void> {
  await person.sees('Local sign-in');
  await person.type('Email', email);
  await person.type('Display name', name);
  await person.click('button', 'Continue');
}

export async function playedBy(person: Person): Promise<ReportedVersions> {
  return JSON.parse(await person.played());
}

/** From the first sign-in to the sign-out, with a second browser that has only the share link. */
export async function publishPlayAndShare(visitor: () => Promise<Person>): Promise<void> {
  const ada = await visitor();
  await signIn(ada, 'ada@example.test', 'Ada');
  await ada.click('button', 'Get Started Free');
  await ada.sees('You are on the Indie plan.');

  await ada.click('link', 'Organizations');
  await ada.click('button', 'Create Organization');
  await ada.type('Name', 'Moonshot');
  await ada.click('button', 'Create Organization');
  await ada.sees('1 member');

  await ada.click('link', 'Upload');
  await ada.choose(buildField, makeVersionBuild(1));
  await ada.type('Name', 'Fox Run');
  await ada.select('select[name=organizationId]', 'Moonshot');
  await ada.click('button', 'Upload Application');
  expect(await playedBy(ada)).toEqual({ versions: allOfVersion(1), plays: 1, best: '1' });
  const play = await ada.url();

  await ada.click('link', 'Update');
  await ada.choose(buildField, makeVersionBuild(2));
  await ada.type('Changelog', 'The fox is faster.');
  await ada.click('button', 'Upload New Version');
  await ada.sees('Successfully uploaded version 1.1!');
  await ada.open(play);
  expect(await playedBy(ada)).toEqual({ versions: allOfVersion(2), plays: 2, best: '2' });

  await ada.click('link', 'Versions');
  await ada.click('button', 'Rollback to version 1.0.0');
  await ada.click('button', 'Roll back');
  await ada.sees('Successfully rolled back to version 1.0.0!');
  await ada.open(play);
  // The other version's saves are kept.
  expect(await playedBy(ada)).toEqual({ versions: allOfVersion(1), plays: 3, best: '2' });

  await ada.click('button', 'QR and embed');
  const link = await ada.valueOf('Share link');
  const guest = await visitor();
  await guest.open(play);
  await guest.sees('Application not found');
  await guest.open(link);
  expect(await playedBy(guest)).toEqual({ versions: allOfVersion(1), plays: 1, best: '1' });

  await ada.open('/');
  await ada.click('button', 'Account menu of Ada');
  await ada.click('menuitem', 'Logout');
  await ada.sees('Sign In');
  await ada.open(play);
  await ada.sees('Application not found');
}

/** Chooses the Indie plan and creates the organization "Changing", by the API. @returns the organization's id */
export function createOrganization(person: Person): Promise<string> {
  return person.evaluate(createOrganizationInPage);
}

/** Publishes by the API, in a new organization. @returns the new application's id */
export async function publish(person: Person, zip: Buffer): Promise<string> {
  const organizationId = await createOrganization(person);
  return person.evaluate(publishInPage, organizationId, zip.toString('base64'));
}

export interface Changes {
  theme?: string;
  isPublic?: boolean;
}

export function change(person: Person, id: string, changes: Changes): Promise<void> {
  return person.evaluate(changeInPage, id, changes);
}

async function createOrganizationInPage(): Promise<string> {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  };
  await post('/api/subscriptions', { tier: 'indie' });
  return (await post('/api/organizations', { name: 'Changing' })).id;
}

async function publishInPage(organizationId: string, zip: string): Promise<string> {
  const form = new FormData();
  form.append('name', 'Changes');
  form.append('organizationId', organizationId);
  const bytes = Uint8Array.from(atob(zip), (character) => character.charCodeAt(0));
  form.append('build', new Blob([bytes], { type: 'application/zip' }), 'game.zip');
  const answer = await fetch('/api/applications', { method: 'POST', body: form });
  if (!answer.ok) throw new Error(`The build was not published: ${answer.status}`);
  return (await answer.json()).id;
}

async function changeInPage(id: string, changes: Changes): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(changes);
  const answer = await fetch(`/api/applications/${id}`, { method: 'PATCH', headers, body });
  if (!answer.ok) throw new Error(`The application was not changed: ${answer.status}`);
}
