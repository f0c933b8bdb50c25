// Helpers of both launchers: the place of the clone, checks of the tools, running commands.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from './place.mjs';
import { step } from './progress.mjs';

export { cache, root };

/** An error whose message is complete, so that no stack is printed. */
export class Sentence extends Error {}

/** Ends the process after printing the error. */
export function fail(error) {
  console.error(`\nloanmarket: ${error instanceof Sentence ? error.message : error.stack}`);
  process.exit(1);
}

const atLeast = (version, wanted) => {
  const [a, b] = version.split('.').map(Number);
  const [c, d] = wanted.split('.').map(Number);
  return a > c || (a === c && b >= d);
};

/** Checks for missing tools before anything is started. */
export function checkTools() {
  if (!atLeast(process.versions.node, '20.19')) {
    throw new Sentence(`Node ${process.versions.node} is too old: install Node 20.19 or later (https://nodejs.org).`);
  }
  const go = spawnSync('go', ['env', 'GOVERSION'], { cwd: root, encoding: 'utf8' });
  if (go.error) throw new Sentence('The `go` command is missing: install Go 1.26 or later (https://go.dev/dl).');
  const version = go.stdout.trim().replace(/^go/, '');
  if (go.status !== 0 || !atLeast(version, '1.26')) {
    throw new Sentence(`Go ${version || '(unknown)'} is too old: install Go 1.26 or later (https://go.dev/dl).`);
  }
  if (spawnSync('npm', ['--version']).error) throw new Sentence('The `npm` command is missing: install Node 20.19 or later (https://nodejs.org).');
  const { bavail, bsize } = statfsSync(root);
  const free = Math.floor((bavail * bsize) / 2 ** 20);
  if (free < 300) throw new Sentence(`The disk is full: ${free} MB are free where the clone lies; a first start needs about 3 GB.`);
}

const running = new Set();

/** Runs a command until it ends or `signal` aborts it. Its output is shown only if it fails, unless `show` is set. */
export function run(name, command, args, { show = false, env = {}, cwd = root, onLine, signal: ending } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      detached: true,
    });
    running.add(child);
    ending?.addEventListener('abort', () => end(child, 'SIGTERM'));
    let output = '';
    let rest = '';
    const take = (text) => {
      output = (output + text).slice(-200_000);
      if (!onLine) return;
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      lines.forEach(onLine);
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
    child.on('error', (error) => {
      running.delete(child);
      reject(new Sentence(`${name} could not be started: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      if (rest && onLine) onLine(rest);
      if (code === 0) return resolve(output);
      const error = new Sentence(/no space left on device|ENOSPC/i.test(output)
        ? `${name} failed because the disk is full: free some space and try again.`
        : `${name} failed (${signal ?? `exit code ${code}`}):\n${output.trimEnd()}`);
      error.output = output;
      reject(error);
    });
  });
}

/** Starts a server, waits for the line that says it is ready, and returns a function that stops it. */
export function service(name, command, args, env, ready) {
  return new Promise((resolve, reject) => {
    // File descriptor 3 tells the server when this process has ended.
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    let output = '';
    const ended = new Promise((done) => child.on('close', done));
    const take = (text) => {
      output = (output + text).slice(-20_000);
      if (!ready.test(output)) return;
      resolve({
        stop: () => {
          child.stdio[3].destroy();
          return ended;
        },
      });
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.on('error', reject);
    ended.then((code) => reject(new Sentence(`${name} ended with exit code ${code}:\n${output.trimEnd()}`)));
  });
}

/** Ends the commands that are running, with all processes they started. */
export function killAll(signal = 'SIGTERM') {
  for (const child of running) end(child, signal);
}

/** Ends a command with all processes it started. */
function end(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has already ended.
  }
}

/**
 * The environment for Go commands: without a C compiler, and with the settings with which MinIO is compiled, so that shared
 * packages are compiled once.
 */
export const goEnv = { CGO_ENABLED: '0', GOFLAGS: '-trimpath' };

/**
 * Compiles the product. Go's build cache knows what is up to date, also after an interruption. The binary contains no VCS
 * information, because git refuses to run in another user's clone, and no debug information.
 */
export async function buildBinary() {
  mkdirSync(join(cache, 'bin'), { recursive: true });
  const binary = join(cache, 'bin', 'loanmarket');
  await step('loanmarket', 75, () => run('go build', 'go', ['build', '-buildvcs=false', '-ldflags=-s -w', '-o', binary, './api/cmd/loanmarket'], { env: goEnv }));
  return binary;
}
