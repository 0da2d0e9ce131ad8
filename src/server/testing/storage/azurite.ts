import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { freePort } from '../servers/free-port.ts';

const require = createRequire(import.meta.url);

/** Microsoft's emulator of Azure Blob Storage, in its own process on loopback. */
export interface Azurite {
  port: number;
  accountName: string;
  accountKey: string;
  /** For its port, or for that of a proxy before it. */
  connectionString(port?: number): string;
  createContainer(name: string): Promise<void>;
  deleteContainer(name: string): Promise<void>;
  container(name: string): ContainerClient;
  close(): Promise<void>;
}

export async function startAzurite({
  containers = ['flux'],
}: {
  containers?: string[];
} = {}): Promise<Azurite> {
  const port = await freePort();
  const accountName = 'fluxtests';
  const accountKey = randomBytes(64).toString('base64');
  const program = join(dirname(require.resolve('azurite/package.json')), 'dist/src/blob/main.js');
  const own = ['--silent', '--skipApiVersionCheck', '--disableTelemetry', '--inMemoryPersistence'];
  const child = spawn(
    process.execPath,
    [program, '--blobHost', '127.0.0.1', '--blobPort', String(port), ...own],
    {
      env: { ...process.env, AZURITE_ACCOUNTS: `${accountName}:${accountKey}` },
      stdio: 'ignore',
      cwd: tmpdir(),
    },
  );
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  const endpoint = (of: number) => `http://127.0.0.1:${of}/${accountName}`;
  const credential = new StorageSharedKeyCredential(accountName, accountKey);
  const container = (name: string) => new ContainerClient(`${endpoint(port)}/${name}`, credential);
  await untilAnswering(child, endpoint(port));
  for (const name of containers) await container(name).create();
  return {
    port,
    accountName,
    accountKey,
    connectionString: (of = port) =>
      `DefaultEndpointsProtocol=http;AccountName=${accountName};AccountKey=${accountKey};BlobEndpoint=${endpoint(of)};`,
    createContainer: async (name) => void (await container(name).create()),
    deleteContainer: async (name) => void (await container(name).delete()),
    container,
    async close() {
      process.off('exit', stop);
      if (child.exitCode === null) {
        stop();
        await once(child, 'exit');
      }
    },
  };
}

async function untilAnswering(child: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error('Azurite ended before it began.');
    const answered = await fetch(url).then(
      (answer) => answer.arrayBuffer(),
      () => null,
    );
    if (answered) return;
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error('Azurite does not answer.');
}
