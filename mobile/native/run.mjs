import { spawnSync } from 'node:child_process';
import { root } from './product.mjs';

/** Runs a command in the root of the clone and returns its output. Throws with the output if it fails. */
export function run(command, args, { env = {}, cwd = root, input } = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd, input, encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, ...env },
  });
  if (error) throw new Error(`${command} could not be started: ${error.message}`);
  if (status !== 0) throw new Error(`${command} ${args.slice(0, 3).join(' ')} failed:\n${(stdout + stderr).trim().slice(-4000)}`);
  return stdout + stderr;
}
