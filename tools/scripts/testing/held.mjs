import { spawn } from 'node:child_process';
import { projectFolder, toolEnvironment } from '../setup.mjs';

/**
 * Runs a Node program beside others.
 * @param held whether its output is returned when it ends, instead of printed as it comes
 * @returns its exit code, and its output if held
 */
export function run(node, args, { env = {}, held = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(node, args, {
      cwd: projectFolder,
      env: toolEnvironment(node, env),
      stdio: held ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
    const end = (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${args[0]} could not be run: ${error.message}\n`));
      end(1);
    });
    child.on('close', end);
  });
}
