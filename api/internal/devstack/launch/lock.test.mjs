import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { alone } from './lock.mjs';

/** Runs a module in a separate process and resolves to its output. */
async function outputOf(code) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  await once(child, 'close');
  return output;
}

test('several processes take the lock one after the other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  const inside = join(folder, 'inside');
  const code = `
    import { alone } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)};
    import { rmSync, writeFileSync } from 'node:fs';
    await alone('thing', async () => {
      writeFileSync(${JSON.stringify(inside)}, '', { flag: 'wx' });
      await new Promise((resolve) => setTimeout(resolve, 50));
      rmSync(${JSON.stringify(inside)});
      console.log('done');
    }, ${JSON.stringify(folder)});`;
  assert.deepEqual(await Promise.all([outputOf(code), outputOf(code), outputOf(code)]), ['done\n', 'done\n', 'done\n']);
});

test('calls within one process take the lock one after the other, also after a failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  const output = [];
  const work = (name, fails) => alone('thing', async () => {
    output.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 10));
    output.push(`${name} ends`);
    if (fails) throw new Error(name);
  }, folder);
  const ended = await Promise.allSettled([work('a', true), work('b', false)]);
  assert.deepEqual(ended.map(({ status }) => status), ['rejected', 'fulfilled']);
  assert.deepEqual(output, ['a begins', 'a ends', 'b begins', 'b ends']);
});

test('the lock of a dead process is taken over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  const gone = Number(await outputOf('console.log(process.pid)'));
  writeFileSync(join(folder, 'thing.pid'), String(gone));
  assert.equal(await alone('thing', () => 'done', folder), 'done');
});

test('the lock is taken over if another program has the id of the dead process by now', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  const lock = join(folder, 'thing.pid');
  const other = spawn('sleep', ['60']);
  try {
    writeFileSync(lock, `${other.pid} another start`);
    const late = new Promise((resolve) => setTimeout(resolve, 5000, 'still waits').unref());
    assert.equal(await Promise.race([alone('thing', () => 'done', folder), late]), 'done');
  } finally {
    other.kill();
    rmSync(lock, { force: true });
  }
});
