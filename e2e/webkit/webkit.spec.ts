import sharp from 'sharp';
import { generations } from '../../fixtures/generations.ts';
import { makeZip } from '../../fixtures/zip.ts';
import {
  buildField,
  change,
  continueAs,
  createOrganization,
  playedBy,
  publish,
  publishPlayAndShare,
  signIn,
  signInDirectly,
} from '../person-steps.ts';
import { allOfVersion, makeVersionBuild } from '../version-build.ts';
import { expect, test, type WebKitPerson } from './webkit.ts';

test.use({ instance: 'webkit' });

test('a user signs in, chooses a plan, publishes, plays, updates, rolls back, shares and signs out', async ({
  visitor,
}) => {
  await publishPlayAndShare(visitor);
});

test('a Unity build is uploaded after a sign-in by window, and drawn for its creator, a visitor and under a theme', async ({
  visitor,
}) => {
  const bea = await visitor();
  await bea.open('/faq');
  await bea.click('button', 'Sign In');
  await bea.click('button', 'Continue with GitHub');
  await bea.inNewWindow(() => continueAs(bea, 'bea@example.test', 'Bea'));
  await bea.finds('button', 'Account menu of Bea');
  await createOrganization(bea);

  await bea.open('/upload');
  await bea.choose(buildField, {
    name: 'game.zip',
    buffer: makeZip(await generations['2022 hashed brotli']()),
  });
  await bea.type('Name', 'Moon Lander');
  await bea.select('select[name=organizationId]', 'Changing');
  await bea.click('checkbox', 'Public');
  await bea.click('button', 'Upload Application');
  await bea.inGame(isStarted);
  await expectDrawn(bea);
  await bea.sees('This browser does not keep saves of games inside this page.');

  const play = await bea.url();
  const guest = await visitor();
  await guest.open(play);
  await guest.inGame(isStarted);
  await expectDrawn(guest);

  await change(bea, new URL(play).pathname.split('/').at(-1) ?? '', { theme: 'gaming' });
  await bea.open(play);
  await bea.inGame(isPlaying);
  await bea.inGame(isStarted);
  await expectDrawn(bea);
});

test('a game finds its saves after Stop, a reload and another page', async ({ visitor }) => {
  const cleo = await visitor();
  await signInDirectly(cleo, 'cleo@example.test', 'Cleo');
  await cleo.finds('button', 'Account menu of Cleo');
  const id = await publish(cleo, makeVersionBuild(1).buffer);
  await cleo.open(`/play/${id}`);
  const expectPlays = async (plays: number) =>
    expect(await playedBy(cleo)).toEqual({ versions: allOfVersion(1), plays, best: '1' });
  await expectPlays(1);
  await cleo.click('button', 'Stop');
  await cleo.click('button', 'Play');
  await expectPlays(2);
  await cleo.reload();
  await expectPlays(3);
  await cleo.open('/faq');
  await cleo.back();
  await expectPlays(4);
});

test('over http on localhost, where WebKit refuses the cookie, the sign-in names the reason', async ({
  plainVisitor,
}) => {
  const emma = await plainVisitor();
  await signIn(emma, 'emma@example.test', 'Emma');
  await emma.sees('do not keep the sign-in cookie over http');
});

/** Runs in a frame. */
function isStarted(): true | null {
  return Reflect.get(window, 'fluxFixtureStarted') === true || null;
}

/** Runs in a frame. */
function isPlaying(): true | null {
  return document.documentElement.dataset.state === 'playing' || null;
}

/** Waits until a third of the game's picture has the colour that synthetic builds draw by WebGL. */
async function expectDrawn(person: WebKitPerson): Promise<void> {
  await expect.poll(async () => shareOfBlue(await person.pictureOfGame())).toBeGreaterThan(1 / 3);
}

async function shareOfBlue(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const drawn = [26, 153, 230];
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (drawn.every((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) <= 2)) count += 1;
  return count / (info.width * info.height);
}
