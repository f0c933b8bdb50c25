// A lock between processes of a clone. Node has no kernel locks, so a file contains the id of the process that holds it and when that
// started: an interrupted process leaves the file, and its id is given to another program, at the latest after the next boot.
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cache } from './place.mjs';

/** The work of this process by lock file: the promise of the latest request. */
const queues = new Map();

/** Runs the work while no other work with that name runs in this clone, in this process or another living one. */
export function alone(name, work, folder = cache) {
  const file = join(folder, `${name}.pid`);
  const turn = (queues.get(file) ?? Promise.resolve()).then(() => hold(file, work));
  queues.set(file, turn.catch(() => {}));
  return turn;
}

async function hold(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  const holder = `${process.pid} ${startOf(process.pid)}`;
  while (!take(file, holder)) await new Promise((resolve) => setTimeout(resolve, 200));
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Takes the lock, also from a process that has ended. The file is linked into place, so that it is never read empty. */
function take(file, holder) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, holder);
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
    const [pid, start] = readFileSync(file, 'utf8').split(/ (.*)/);
    // Its own id is that of an earlier process: requests within this one wait for each other.
    return Number(pid) !== process.pid && startOf(pid) === start;
  } catch (error) {
    return error.code === 'ENOENT'; // just released; whoever takes it next must keep it
  }
}

/** Returns when a process started, in the words of the system; empty if it is gone. */
function startOf(pid) {
  try {
    // "pid (name) state ...": the name may contain any character, and the start is the twentieth field after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return (spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' } }).stdout ?? '').trim();
  }
}
