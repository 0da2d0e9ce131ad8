import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAnswers } from '../../testing/http/kept-connection.ts';
import { signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { makeApp } from '../test-build.ts';

const crowd = 200;
const icon = randomBytes(3_000);

let server: TestServer;
let appId: string;
let sockets: Socket[] = [];

beforeAll(async () => {
  server = await startServer();
  const ada = await signIn(server, 'ada');
  ({ appId } = await makeApp(server, ada.id, { 'icon.png': { content: icon, type: 'image/png' } }));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

/** How many answers were given in each turn of the event loop, which is this process's own. */
function countPerTurn(): { stop(): number[] } {
  const perTurn = [0];
  const count = (message: unknown) => {
    // Not what another file's server has still to say.
    if ((message as { request: IncomingMessage }).request.socket.localPort !== server.port) return;
    perTurn[perTurn.length - 1] = (perTurn.at(-1) ?? 0) + 1;
  };
  let turn = setImmediate(function next() {
    perTurn.push(0);
    turn = setImmediate(next);
  });
  subscribe('http.server.response.finish', count);
  return {
    stop: () => {
      clearImmediate(turn);
      unsubscribe('http.server.response.finish', count);
      return perTurn;
    },
  };
}

test('of many who ask for files at the same moment a few are answered in each turn, and all get theirs', async () => {
  const host = `${appId}.flux.localhost:${server.port}`;
  sockets = Array.from({ length: crowd }, () => connect(server.port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  // Each by another browser: the same bytes again would be answered without being parsed, which takes no turn.
  const ask = async (socket: Socket) => {
    socket.write(`GET /icon.png HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${sockets.indexOf(socket)}\r\n\r\n`);
    const [answer] = await readAnswers(socket, 1);
    return answer;
  };
  // The first of each connection finds out what there is; from then on nothing is looked up.
  await Promise.all(sockets.map(ask));
  const counted = countPerTurn();
  const answers = await Promise.all(sockets.map(ask));
  const perTurn = counted.stop();
  for (const answer of answers) {
    expect(answer?.head).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer?.body.equals(icon)).toBe(true);
  }
  expect(perTurn.reduce((sum, some) => sum + some, 0)).toBe(crowd);
  // As many as their requests come, and as many of those who waited.
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(32);
});
