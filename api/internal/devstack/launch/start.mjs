// `npm start`: installs and compiles what a bare clone lacks, then runs `loanmarket dev`.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { buildApp } from './app.mjs';
import { installFirst } from './packages.mjs';
import { keepUnderWay } from './progress.mjs';
import { buildBinary, checkTools, fail, killAll, root } from './tools.mjs';

/** Returns the ids of the parent process and, on Linux, of its parent. */
function ancestors() {
  try {
    // "pid (name) state ppid ...": the name may contain any character.
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return String(process.ppid);
  }
}

/** Runs the stack until it ends or is stopped; resolves to its exit code. */
function runStack(binary) {
  return new Promise((resolve, reject) => {
    // File descriptor 3 is closed when this process ends in any way, which stops the stack.
    const child = spawn(binary, ['dev', ...process.argv.slice(2)], {
      cwd: root,
      env: { ...process.env, LOANMARKET_LAUNCHER: '1' },
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal) console.error(`\nloanmarket: the program was killed from outside (${signal}); start again to continue with the same data.`);
      resolve(signal ? 1 : code);
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.removeAllListeners(signal);
      // Ctrl-C also reaches the stack directly; it treats both as one request.
      process.on(signal, () => child.stdio[3].destroy());
    }
    // npm, or a shell in between, may be killed without ending this process.
    const before = ancestors();
    setInterval(() => ancestors() !== before && child.stdio[3].destroy(), 1000).unref();
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    killAll('SIGKILL');
    keepUnderWay();
    process.exit(1);
  });
}
try {
  checkTools();
  // The app is built in parallel with the binary, as soon as its packages are installed. The stack does everything that the app
  // does not need to open in the background.
  const [binary] = await Promise.all([buildBinary(), installFirst().then(() => buildApp())]);
  process.exit(await runStack(binary));
} catch (error) {
  killAll('SIGKILL');
  fail(error);
}
