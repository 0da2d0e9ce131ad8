import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LongFilesFirst, longFiles } from '../../../vitest.order.ts';
import { projectFolder } from '../setup.mjs';

test('every long file exists', () => {
  expect(longFiles.filter((file) => !existsSync(join(projectFolder, file)))).toEqual([]);
});

test('long files start first within their group, the longest before the others', async () => {
  const spec = (file, name = 'tests', groupOrder = 0) => ({
    moduleId: join(projectFolder, file),
    project: { name, config: { isolate: false, sequence: { groupOrder } } },
  });
  const durations = { 'a.test.ts': 1, 'b.test.ts': 900, [longFiles[0]]: 2, [longFiles[1]]: 1 };
  const getTestSpecificationResult = ({ moduleId }) => ({
    failed: false,
    duration: durations[moduleId.slice(projectFolder.length)] ?? 0,
  });
  const context = { cache: { getTestSpecificationResult }, config: { root: projectFolder } };
  const files = [
    spec('a.test.ts'),
    spec('late.test.ts', 'crashes', 1),
    spec(longFiles[1]),
    spec('b.test.ts'),
    spec(longFiles[0]),
  ];
  const sorted = await new LongFilesFirst(context).sort(files);
  expect(sorted.map(({ moduleId }) => moduleId.slice(projectFolder.length))).toEqual([
    longFiles[0],
    longFiles[1],
    'b.test.ts',
    'a.test.ts',
    'late.test.ts',
  ]);
});
