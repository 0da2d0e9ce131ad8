import { expect, test } from 'vitest';
import { buildFileExtensions, buildFileProblem, formatSize, wrongTypeMessage } from './build-file.ts';

const file = (name: string, type = '', size = 1) => ({ name, type, size });

test('all supported files are accepted by name or type, with the messages of the specification', () => {
  const words = 'Please select a valid WebGL/WebXR build file (.zip), HTML file (.html), or .unityweb file';
  expect(wrongTypeMessage(buildFileExtensions)).toBe(words);
  for (const good of [file('A.ZIP'), file('a.html'), file('a.unityweb'), file('a', 'application/zip')])
    expect(buildFileProblem(good, 100), good.name).toBeNull();
  expect(buildFileProblem(file('a', 'application/octet-stream'), 100)).toBeNull();
  expect(buildFileProblem(file('a.rar'), 100)).toBe(words);
  expect(buildFileProblem(file('a.zip', '', 104_857_601), 104_857_600)).toBe(
    'File size must be less than 100MB',
  );
});

test('files that the active storage does not allow are refused, with the allowed ones', () => {
  expect(buildFileProblem(file('a.html', 'text/html'), 100, ['.zip'])).toBe(
    'Please select a valid WebGL/WebXR build file (.zip)',
  );
  expect(buildFileProblem(file('a.unityweb'), 100, ['.zip', '.html'])).toBe(
    'Please select a valid WebGL/WebXR build file (.zip) or HTML file (.html)',
  );
  expect(buildFileProblem(file('a', 'text/html'), 100, ['.zip'])).not.toBeNull();
  // The name decides if it is conclusive.
  expect(buildFileProblem(file('a.html', 'application/zip'), 100, ['.zip'])).not.toBeNull();
  expect(buildFileProblem(file('a.zip', 'application/octet-stream'), 100, ['.zip'])).toBeNull();
});

test.each([
  [12_939_428, '12.34 MB'],
  [5_243, '0.01 MB'],
  [5_242, '< 0.01 MB'],
  [0, '0.00 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});
