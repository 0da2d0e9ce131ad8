import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Options } from '../../platform/blobs/options.ts';
import { freePort } from '../servers/free-port.ts';

/** An independent S3 server on loopback, with one empty bucket. */
export interface S3Server {
  port: number;
  /** What leads to its bucket; `endpoint` may be that of a proxy in front of it. */
  options(endpoint?: string): S3Options & { endpoint: string };
  close(): Promise<void>;
}

const secretAccessKey = 'swift-has-a-secret';

/** How many keys Swift lists at once here: a thousand would take it long to be given. */
export const swiftPageKeys = 100;

/** OpenStack Swift, which verifies signatures and stores files: a real service. */
export async function startSwift(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'flux-swift-'));
  const port = await freePort();
  const script = fileURLToPath(new URL('swift-server.py', import.meta.url));
  const stop = await startChild('/usr/bin/python3', [script, folder, String(port), secretAccessKey]);
  return withBucket(port, { accessKeyId: 'flux:flux', secretAccessKey }, async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
}

/** fauxqs, which is there at once, keeps its bytes in memory and believes every signature. */
export async function startFauxqs(): Promise<S3Server> {
  const port = await freePort();
  const script = fileURLToPath(new URL('fauxqs-server.ts', import.meta.url));
  const stop = await startChild(process.execPath, [script, String(port)]);
  return withBucket(port, { accessKeyId: 'flux', secretAccessKey }, stop);
}

/** Runs until its standard input ends, also when the tests are killed. */
async function startChild(command: string, args: string[]): Promise<() => Promise<void>> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let complaints = '';
  child.stderr.on('data', (text) => {
    complaints += text;
  });
  const [said] = await Promise.race([once(child.stdout, 'data'), ended]);
  if (String(said).trim() !== 'ready') throw new Error(`${command} did not start: ${complaints}`);
  return async () => {
    child.stdin.end();
    await ended;
  };
}

async function withBucket(
  port: number,
  credentials: { accessKeyId: string; secretAccessKey: string },
  close: () => Promise<void>,
): Promise<S3Server> {
  const region = 'us-east-1';
  const bucketName = 'flux-tests';
  const options = (endpoint = `http://127.0.0.1:${port}`) => ({
    region,
    bucketName,
    endpoint,
    ...credentials,
  });
  const client = new S3Client({ ...options(), credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucketName }));
  client.destroy();
  return { port, options, close };
}
