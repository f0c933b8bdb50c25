import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './tools.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

// `npm run` prints the commands as they stand: the shell's `:` does nothing with the words behind it.
test('every command of its own says in a line what it is for, and hands its arguments on', () => {
  for (const [name, command] of Object.entries(scripts)) {
    if (name === 'start' || name === 'test') continue;
    assert.match(command, /^: '[^']{20,130}' && \S/, name);
  }
});

test('npm run prints them', () => {
  const { stdout } = spawnSync('npm', ['run', '--workspaces=false'], { cwd: root, encoding: 'utf8' });
  assert.match(stdout, /second S3 server/);
});
