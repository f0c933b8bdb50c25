// `npm start`: installs and compiles what a bare clone lacks, then hands over to `loanmarket dev`.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { buildApp } from './app.mjs';
import { installFirst } from './packages.mjs';
import { keepUnderWay } from './progress.mjs';
import { buildBinary, checkTools, fail, killAll, root } from './tools.mjs';

/** The process that started this one and, where the system tells, the one before that. */
function ancestors() {
  try {
    // "pid (name) state ppid ...": the name may hold anything.
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return String(process.ppid);
  }
}

/** Runs the stack until it ends or somebody ends it; resolves to its exit code. */
function runStack(binary) {
  return new Promise((resolve, reject) => {
    // Descriptor 3 tells the stack that this process is gone, whichever way it went.
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
      // Ctrl-C reaches the stack by itself as well; being told twice in one breath is not two wishes.
      process.on(signal, () => child.stdio[3].destroy());
    }
    // npm, or the shell between, may be killed in a way that leaves this process alone.
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
  // The app is built beside the binary, as soon as its packages are there; what the first sight of it does not need is done
  // by the stack, behind the open app.
  const [binary] = await Promise.all([buildBinary(), installFirst().then(() => buildApp())]);
  process.exit(await runStack(binary));
} catch (error) {
  killAll('SIGKILL');
  fail(error);
}
