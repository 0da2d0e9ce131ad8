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

test('what another file mends stands at the file, and all else where the form was sent', () => {
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

test('what one file was refused for is not said of the next', () => {
  const state = failedWith(new ApiError('build_refused', 'No build.'));
  expect(fileRefusal(state, new File(['x'], 'game.zip'))).toBeNull();
  expect(fileRefusal(state, null)).toBeNull();
  expect(otherRefusal(state)).toBeNull();
});
