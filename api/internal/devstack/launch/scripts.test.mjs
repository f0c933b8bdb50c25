import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './tools.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

// `npm run` prints the commands: the shell's `:` ignores its arguments, so they serve as a description.
test('every script has a one-line description and passes its arguments on', () => {
  for (const [name, command] of Object.entries(scripts)) {
    if (name === 'start' || name === 'test') continue;
    assert.match(command, /^: '[^']{20,130}' && \S/, name);
  }
});

test('npm run prints the descriptions', () => {
  const { stdout } = spawnSync('npm', ['run', '--workspaces=false'], { cwd: root, encoding: 'utf8', env: { ...process.env, npm_config_loglevel: 'notice' } });
  assert.match(stdout, /second S3 server/);
});

test('every npm script named in a document exists', () => {
  const folders = ['.', '.github', 'api', 'api/docs', 'mobile', 'shared-types'];
  const texts = folders.flatMap((folder) => readdirSync(join(root, folder)).filter((file) => file.endsWith('.md')).map((file) => join(folder, file)));
  const named = texts.flatMap((text) => [...readFileSync(join(root, text), 'utf8').matchAll(/`npm run ([\w:-]+)[^`]*`/g)].map(([whole, name]) => ({ text, whole, name })));
  assert.ok(named.length > 5);
  for (const { text, whole, name } of named) {
    const workspace = /-w ([\w-]+)/.exec(whole)?.[1] ?? text.split('/')[0];
    const own = ['mobile', 'shared-types'].includes(workspace) ? JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')).scripts : {};
    assert.ok(scripts[name] ?? own[name], `${text}: ${whole}`);
  }
});

test('npm test rejects unknown arguments and lists the valid ones', () => {
  for (const [args, message] of [[['--only', 'go,browsr'], /no group browsr; there are check, go, /], [['--help'], /--only/]]) {
    const { status, stderr } = spawnSync('npm', ['test', '--silent', '--', ...args], { cwd: root, encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /\.mjs:\d/);
  }
});

// Tests must run on the same Node version as production. A clone may use any version that `engines` allows.
test('CI, containers and shell tools use the Node version of .node-version', () => {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const version = read('.node-version').trim();
  const images = ['compose.yaml', 'api/face-worker/Dockerfile'].flatMap((file) => [...read(file).matchAll(/\bFROM (?:\S*\/)?node:(\S+)/g)].map(([, tag]) => ({ file, tag })));
  assert.equal(images.length, 3);
  for (const { file, tag } of images) assert.equal(tag.split('-')[0], version, file);
  const ci = read('.github/workflows/ci.yml');
  assert.match(ci, /node-version-file: \.node-version\n/);
  assert.doesNotMatch(ci, /node-version:/);
  for (const carried of Object.values(JSON.parse(read('mobile/native/tools/package.json')).optionalDependencies)) assert.equal(carried.split('.')[0], version);
  for (const file of ['package.json', 'api/face-worker/package.json']) {
    const least = /^>=(\d+)\.\d+$/.exec(JSON.parse(read(file)).engines.node);
    assert.ok(Number(least[1]) <= Number(version), file);
  }
});
