// Tests what callers get when the worker itself fails.
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { InferenceError, Inference } from '../src/inference/inference';
import { Queue } from '../src/inference/queue';
import { readConfig, ConfigError } from '../src/config';
import { hashes, readWeights, verify, WeightsError } from '../src/models/weights';
import { faceServer } from '../src/server/server';
import { film, puppet } from './puppet/camera';
import { scripts } from './puppet/scripts';
import { WorkerProcess } from './support/process';

/** Writes a short thread that replaces the one with the models. */
async function thread(source: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'face-')), 'thread.cjs');
  await writeFile(file, `const { parentPort } = require('node:worker_threads');\n${source}`);
  return file;
}

const ready = "parentPort.postMessage({ kind: 'ready', descriptor: {}, thresholds: {} });";
const call = { name: 'guide', frame: '' } as const;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('a thread that hangs is given up in time and started anew', async () => {
  const inference = new Inference({ timeout: 100, log: () => undefined, file: await thread(`${ready} parentPort.on('message', () => { for (;;); });`) });
  await until(() => inference.condition === 'ready');
  await assert.rejects(inference.ask(call), InferenceError);
  assert.equal(inference.condition, 'loading');
  await assert.rejects(inference.ask(call), InferenceError);
  await until(() => inference.condition === 'ready');
  await inference.stop();
});

test('a thread that dies fails its call and is started anew', async () => {
  const inference = new Inference({ timeout: 5000, log: () => undefined, file: await thread(`${ready} parentPort.on('message', () => { throw new Error('out of memory'); });`) });
  await until(() => inference.condition === 'ready');
  await assert.rejects(inference.ask(call), InferenceError);
  await until(() => inference.condition === 'ready');
  await inference.stop();
});

test('a call that waits while another one hangs may be repeated', async () => {
  const inference = new Inference({ timeout: 300, log: () => undefined, file: await thread(`${ready} parentPort.on('message', () => { for (;;); });`) });
  const server = faceServer({ secret: 'secret', queue: new Queue(4), inference, log: () => undefined }).listen(0, '127.0.0.1');
  await until(() => server.listening && inference.condition === 'ready');
  const ask = async () => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/guide`, {
      method: 'POST', headers: { authorization: 'Bearer secret' }, body: JSON.stringify({ step: 'look_up', frame: '' }),
    });
    return [response.status, ((await response.json()) as { error: string }).error, response.headers.get('retry-after')];
  };
  const answers = await Promise.all([ask(), ask()]);
  assert.deepEqual(answers.sort(), [[500, 'failed', null], [503, 'loading', '1']]);
  server.close();
  server.closeAllConnections();
  await inference.stop();
});

test('weights that are missing or changed are refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weights-'));
  const [file] = Object.keys(hashes) as [string];
  await assert.rejects(readWeights([file], () => join(folder, 'none')), WeightsError);
  await writeFile(join(folder, basename(file)), 'other bytes');
  await assert.rejects(readWeights([file], () => join(folder, basename(file))), /has SHA-256 .* expected/);
  assert.throws(() => verify(Buffer.from('x'), undefined, 'unpinned'), WeightsError);
});

test('weights that cannot be used are told as such, and nothing passes', async () => {
  const inference = new Inference({ timeout: 5000, log: () => undefined, file: await thread("parentPort.postMessage({ kind: 'unusable', reason: 'iris.bin is missing' });") });
  await until(() => inference.condition === 'unusable');
  assert.equal(inference.reason, 'iris.bin is missing');
  await assert.rejects(inference.ask(call), InferenceError);
  await inference.stop();
});

test('a worker that is killed in the middle of a step answers nothing', async () => {
  const worker = await WorkerProcess.start().then((started) => started.ready());
  const frames = (await film(await puppet(), scripts.turn_left)).map((frame) => frame.toString('base64'));
  const answer = worker.post('/v1/step', { step: 'turn_left', frames, state: null });
  worker.child.kill('SIGKILL');
  await assert.rejects(answer, /fetch failed|terminated/);
});

test('it does not start without a secret that is long enough', () => {
  assert.throws(() => readConfig({}), ConfigError);
  assert.throws(() => readConfig({ FACE_WORKER_SECRET: 'short' }), ConfigError);
  assert.throws(() => readConfig({ FACE_WORKER_SECRET: 'x'.repeat(32), FACE_WORKER_PORT: '-1' }), ConfigError);
  assert.throws(() => readConfig({ FACE_WORKER_SECRET: 'x'.repeat(32), FACE_WORKER_NICE: '-1' }), ConfigError);
  assert.deepEqual(readConfig({ FACE_WORKER_SECRET: 'x'.repeat(32) }).host, '127.0.0.1');
  assert.equal(readConfig({ FACE_WORKER_SECRET: 'x'.repeat(32) }).nice, 10, 'behind what borrowers wait for');
});
