import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApp } from '#server/testing/people/apps.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';

const megabyte = 1_048_576;
const boundary = 'between';
let server: TestServer;
let ada: Person;
let path: string;
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
  path = `/api/applications/${(await addApp(server, ada)).id}`;
});
afterAll(() => server.close());

/** Begins a form whose only file comes under a name that nobody expects, and ends it never. */
function beginRefused(length: string): Socket {
  // As a browser: it sends on when the other side has closed its half.
  const socket = connect({ ...server.address, allowHalfOpen: true });
  socket.on('error', () => {});
  socket.write(
    `PATCH ${path} HTTP/1.1\r\nHost: ${new URL(server.context.config.publicUrl).host}\r\nSec-Fetch-Site: same-origin\r\n` +
      `Cookie: ${ada.cookie}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n${length}\r\n\r\n`,
  );
  return socket;
}

/** As `Transfer-Encoding: chunked` has it. */
const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const head = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="other"; filename="a"\r\nContent-Type: image/png\r\n\r\n`,
);

test.each([
  ['without a length', 'Transfer-Encoding: chunked', chunk],
  ['with a length of a gigabyte', `Content-Length: ${2 ** 30}`, (bytes: Buffer) => bytes],
])('a refused form %s is read no further than a right one could go', async (_name, length, wrap) => {
  const socket = beginRefused(length);
  let answer = '';
  socket.setEncoding('latin1').on('data', (data) => {
    answer += data;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(wrap(head));
  let sent = 0;
  // A picture may have 5 MB. What the kernel's buffers hold besides is sent and never read.
  while (!socket.destroyed && sent < 100) {
    const more = socket.write(wrap(Buffer.alloc(megabyte)));
    sent += 1;
    if (!more) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
  }
  await closed;
  expect(answer).toContain('400 Bad Request');
  expect(answer).toContain('is not expected here');
  expect(sent).toBeGreaterThan(5);
  expect(sent).toBeLessThan(40);
});
