import { expect, test } from 'vitest';
import { ApiError } from '../../api.ts';
import { fileRefusal, otherRefusal } from './file-refusal.ts';
import { staleProblem } from './stale.ts';
import type { PublishState } from './use-publish.ts';

const chosen = new File(['x'], 'game.zip');
const failedWith = (problem: ApiError): PublishState => ({ step: 'idle', problem, picked: chosen });
const whereIs = (problem: ApiError) => {
  const state = failedWith(problem);
  return { atFile: fileRefusal(state, chosen) === problem, atEnd: otherRefusal(state) === problem };
};

test('an error solved by another file is shown at the file, any other at the button', () => {
  const atFile = { atFile: true, atEnd: false };
  const atEnd = { atFile: false, atEnd: true };
  expect(whereIs(new ApiError('build_refused', 'No build.'))).toEqual(atFile);
  expect(whereIs(new ApiError('too_large', 'Too large.'))).toEqual(atFile);
  expect(whereIs(staleProblem(chosen))).toEqual(atFile);
  const thumbnail = { fields: { thumbnail: 'Too large.' } };
  expect(whereIs(new ApiError('too_large', 'Too large.', thumbnail))).toEqual(atEnd);
  expect(whereIs(new ApiError('invalid_input', 'No.', { fields: { name: 'No.' } }))).toEqual(atEnd);
  expect(whereIs(new ApiError('network', 'Away.'))).toEqual(atEnd);
});

test('the refusal of one file is not shown for the next', () => {
  const state = failedWith(new ApiError('build_refused', 'No build.'));
  expect(fileRefusal(state, new File(['x'], 'game.zip'))).toBeNull();
  expect(fileRefusal(state, null)).toBeNull();
  expect(otherRefusal(state)).toBeNull();
});
