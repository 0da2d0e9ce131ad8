import { every, type Played, talkingBuild } from '../talking-build.ts';
import { expect, type Person, test } from './firefox.ts';

test.use({ residents: 'firefox' });

async function signIn(person: Person, email: string, name: string): Promise<void> {
  await person.open('/');
  await person.click('button', 'Sign In');
  await person.click('button', 'Continue with Google');
  await person.sees('Local sign-in');
  await person.type('Email', email);
  await person.type('Display name', name);
  await person.click('button', 'Continue');
}

const playing = async (person: Person): Promise<Played> => JSON.parse(await person.played());

test('somebody signs in, chooses a plan, publishes, plays, updates, rolls back, shares and signs out', async ({
  visitor,
}) => {
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
  await ada.choose('[aria-labelledby=build-file-label]', talkingBuild(1));
  await ada.type('Name', 'Fox Run');
  await ada.select('select[name=organizationId]', 'Moonshot');
  await ada.click('button', 'Upload Application');
  expect(await playing(ada)).toEqual({ versions: every(1), plays: 1, best: '1' });
  const play = ada.page.url();

  await ada.click('link', 'Update');
  await ada.choose('[aria-labelledby=build-file-label]', talkingBuild(2));
  await ada.type('Changelog', 'The fox is faster.');
  await ada.click('button', 'Upload New Version');
  await ada.sees('Successfully uploaded version 1.1!');
  await ada.open(play);
  expect(await playing(ada)).toEqual({ versions: every(2), plays: 2, best: '2' });

  await ada.click('link', 'Versions');
  await ada.click('button', 'Rollback to version 1.0.0');
  await ada.click('button', 'Roll back');
  await ada.sees('Successfully rolled back to version 1.0.0!');
  await ada.open(play);
  // Its saves are those of before.
  expect(await playing(ada)).toEqual({ versions: every(1), plays: 3, best: '2' });

  await ada.click('button', 'QR and embed');
  const link = await ada.valueOf('Share link');
  const guest = await visitor();
  await guest.open(play);
  await guest.sees('Application not found');
  await guest.open(link);
  expect(await playing(guest)).toEqual({ versions: every(1), plays: 1, best: '1' });

  await ada.open('/');
  await ada.click('button', 'Account menu of Ada');
  await ada.click('menuitem', 'Logout');
  await ada.sees('Sign In');
  await ada.open(play);
  await ada.sees('Application not found');
});
