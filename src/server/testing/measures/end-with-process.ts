import { spawn } from 'node:child_process';

const script =
  'cat > /dev/null; kill -INT "$1"; while kill -0 "$1" 2> /dev/null; do sleep 0.1; done; rm -rf "$2"';

/**
 * Ends another process by SIGINT and removes its folder after this process has ended, even by SIGKILL: a shell reads from a
 * pipe of this process until the system closes it.
 * @returns a function that ends the guard
 */
export function endWithProcess(pid: number, folder: string): () => void {
  // Its own process group, since a killer may end the whole group of this process.
  const guard = spawn('sh', ['-c', script, 'sh', String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  return () => void guard.kill('SIGKILL');
}
