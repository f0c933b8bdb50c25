// One process at a time does a thing in a clone. Node has no locks of the kernel, so a file names who holds it.
import { linkSync, mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cache } from './place.mjs';

/** What this process does itself, by the file of its lock: the last to have asked for it. */
const queues = new Map();

/** Does the work when nobody else does work of that name in this clone, neither this process nor another living one. */
export function alone(name, work, folder = cache) {
  const file = join(folder, `${name}.pid`);
  const turn = (queues.get(file) ?? Promise.resolve()).then(() => hold(file, work));
  queues.set(file, turn.catch(() => {}));
  return turn;
}

async function hold(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  while (!take(file)) await new Promise((resolve) => setTimeout(resolve, 200));
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Takes the lock, also from a process that is gone. Linked into place, so that nobody reads an empty one. */
function take(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!holderLives(file)) rmSync(file, { force: true });
    return false;
  } finally {
    unlinkSync(own);
  }
}

function holderLives(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid === process.pid) return false; // of an earlier process with this number
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
