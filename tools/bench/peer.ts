import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server that Flux is compared with. */
export interface Peer {
  name: string;
  pid: number;
  port: number;
  stop(): Promise<void>;
}

/** Starts a server, waits until its port responds, and stops it cleanly at the end. */
export async function startPeer(
  command: string,
  args: readonly string[],
  port: number,
  cleanUp: () => Promise<void>,
  env: Record<string, string> = {},
): Promise<Peer> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let words = '';
  child.stderr.on('data', (text) => {
    words = (words + text).slice(-4096);
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await cleanUp();
  };
  for (let tries = 0; !(await listens(port)); tries += 1) {
    if (child.exitCode !== null || tries === 200) {
      await stop();
      throw new Error(`${command} did not start:\n${words}`);
    }
    await sleep(50);
  }
  return { name: command, pid: child.pid ?? 0, port, stop };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() !== null));
    socket.once('error', () => resolve(false));
  });
}
