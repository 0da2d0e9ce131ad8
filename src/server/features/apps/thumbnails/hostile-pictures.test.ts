import { expect, test } from 'vitest';
import type { PictureKind } from '#shared/apps/thumbnails.ts';
import { drawPicture, PictureRefusedError } from './draw-picture.ts';
import { drawQuarters, makePicture } from './testing.ts';

/** Damage is repeatable: the same number makes the same mutant. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const kinds: PictureKind[] = ['jpeg', 'png', 'gif', 'webp'];

/** Both pictures, or a refusal; whatever else is thrown fails the test, and a crash of the decoder ends it. */
async function outcomeOf(picture: Buffer): Promise<'drawn' | 'refused'> {
  try {
    const { small, large } = await drawPicture(picture);
    for (const drawn of [small, large]) expect(drawn.toString('latin1', 8, 12)).toBe('WEBP');
    return 'drawn';
  } catch (error) {
    if (!(error instanceof PictureRefusedError)) throw error;
    return 'refused';
  }
}

test.each(kinds)('a truncated %s is refused, wherever it is cut', async (kind) => {
  const whole = await makePicture(kind, 160, 120);
  expect(await outcomeOf(whole)).toBe('drawn');
  for (let part = 0; part < 24; part += 1) {
    const length = Math.floor((whole.length - 16) * (part / 24));
    expect([length, await outcomeOf(whole.subarray(0, length))]).toEqual([length, 'refused']);
  }
});

test('three hundred damaged pictures are drawn or refused, each within seconds', async () => {
  const outcomes = { drawn: 0, refused: 0 };
  const originals = await Promise.all(
    kinds.flatMap((kind) => [
      makePicture(kind, 96, 72),
      drawQuarters(96, 72).withMetadata({ orientation: 6 }).toFormat(kind).toBuffer(),
    ]),
  );
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = randomFrom(seed);
    const mutant = Buffer.from(originals[seed % originals.length] ?? Buffer.alloc(0));
    for (let wound = 0; wound <= random() * 12; wound += 1) {
      const at = Math.floor(random() * mutant.length);
      mutant.fill(Math.floor(random() * 256), at, Math.min(mutant.length, at + 1 + Math.floor(random() * 4)));
    }
    const began = performance.now();
    outcomes[await outcomeOf(mutant)] += 1;
    expect([seed, performance.now() - began < 6_000]).toEqual([seed, true]);
  }
  // Damage that leaves a picture is no reason to refuse it; both must have been met for this to say anything.
  expect(outcomes.drawn).toBeGreaterThan(20);
  expect(outcomes.refused).toBeGreaterThan(20);
});
