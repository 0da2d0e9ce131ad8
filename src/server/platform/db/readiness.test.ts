import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitUntilReady } from './readiness.ts';

let folder: string;
let standIn: Server | null;
let answer: Buffer;
let told: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-readiness-'));
  standIn = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(answer));
  });
  await new Promise<void>((resolve) => standIn?.listen(join(folder, '.s.PGSQL.5432'), resolve));
  told = [];
});
afterEach(async () => {
  standIn?.close();
  await rm(folder, { recursive: true });
});

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** PostgreSQL's refusal with this message while it does not accept connections. */
function refusal(sentence: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C57P03\0M${sentence}\0\0`));
}

const starting = refusal('the database system is starting up');
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);

function wait(find: () => Promise<string | null> = async () => folder) {
  return waitUntilReady({ find, onSlow: (sentence) => told.push(sentence), limitMs: 300, slowAfterMs: 400 });
}

test('a recovering database has no time limit, and is reported once', async () => {
  answer = starting;
  setTimeout(() => {
    answer = welcome;
  }, 1_000);
  const began = Date.now();
  expect(await wait()).toBe('ready');
  expect(Date.now() - began).toBeGreaterThan(900);
  expect(told).toEqual([
    'The embedded database recovers from a crash or a power cut. Flux starts as soon as it is done.',
  ]);
});

test('a normal start reports nothing', async () => {
  answer = starting;
  setTimeout(() => {
    answer = welcome;
  }, 100);
  expect(await wait()).toBe('ready');
  expect(told).toEqual([]);
});

test('the caller can abort during a recovery', async () => {
  answer = starting;
  const check = () => {
    if (told.length > 0) throw new Error('given up');
  };
  const find = async () => folder;
  const tell = (sentence: string) => told.push(sentence);
  await expect(waitUntilReady({ find, onSlow: tell, check, slowAfterMs: 50 })).rejects.toThrow('given up');
});

test('waiting ends when the process has ended', async () => {
  answer = starting;
  let looks = 0;
  expect(await wait(async () => (looks++ < 3 ? folder : null))).toBe('gone');
});

test('a database that shuts down forever, or a missing one, is late', async () => {
  answer = refusal('the database system is shutting down');
  expect(await wait()).toBe('late');
  expect(await wait(async () => join(folder, 'elsewhere'))).toBe('late');
  expect(told).toEqual([]);
});
