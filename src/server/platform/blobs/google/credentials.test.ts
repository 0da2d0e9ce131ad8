import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readKeyFile } from './credentials.ts';

const key = {
  type: 'service_account',
  client_email: 'flux@example.test',
  private_key: 'PRIVATE',
  token_uri: 'x',
};
let root: string;
let folder: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'flux-key-folder-'));
  folder = join(root, 'keys');
  await mkdir(join(folder, 'inner'), { recursive: true });
  await mkdir(join(root, 'keys-of-others'));
  await writeFile(join(folder, 'key.json'), JSON.stringify(key));
  await writeFile(join(folder, 'inner', 'key.json'), JSON.stringify(key));
  await writeFile(join(folder, 'nonsense.json'), 'secret: no JSON');
  await writeFile(join(folder, 'other.json'), '{"password": "secret"}');
  await writeFile(join(folder, 'large.json'), JSON.stringify({ ...key, more: 'x'.repeat(70_000) }));
  await writeFile(join(root, 'outside.json'), JSON.stringify(key));
  await writeFile(join(root, 'keys-of-others', 'key.json'), JSON.stringify(key));
  await symlink(join(root, 'outside.json'), join(folder, 'link.json'));
  await symlink(root, join(folder, 'up'));
  await symlink(join(folder, 'key.json'), join(folder, 'alias.json'));
});
afterAll(() => rm(root, { recursive: true }));

test('a key file in the folder is read, by name or absolute path', async () => {
  const expected = { clientEmail: 'flux@example.test', privateKey: 'PRIVATE' };
  for (const name of ['key.json', './key.json', 'inner/key.json', join(folder, 'key.json'), 'alias.json'])
    expect(await readKeyFile(folder, name)).toEqual(expected);
});

test('no other file is read, and all errors look the same', async () => {
  const refused = new Set<string>();
  for (const name of [
    ...['', '.', '..', 'missing.json', 'inner', '../outside.json', 'inner/../../outside.json'],
    ...[
      'link.json',
      'up/outside.json',
      'nonsense.json',
      'other.json',
      'large.json',
      'key.json\0',
      '~/key.json',
    ],
    ...[join(root, 'outside.json'), join(root, 'keys-of-others', 'key.json'), '../keys-of-others/key.json'],
    ...['/etc/passwd', '/proc/self/environ', 'file:///etc/passwd', '/dev/zero', '%2e%2e/outside.json'],
  ]) {
    const error = await readKeyFile(folder, name).then(
      () => `${name} was read`,
      ({ problem, message, cause }) => `${problem} ${message} ${cause}`,
    );
    refused.add(String(error));
  }
  expect([...refused]).toEqual([expect.stringMatching(/^denied .* Error: The key file cannot be used\.$/)]);
});

test('without a configured folder no file is read', async () => {
  await expect(readKeyFile(null, join(folder, 'key.json'))).rejects.toMatchObject({ problem: 'denied' });
});
