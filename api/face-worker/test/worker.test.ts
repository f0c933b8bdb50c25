import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { film, puppet } from './puppet/camera';
import { scripts } from './puppet/scripts';
import { WorkerProcess } from './support/process';

let worker: WorkerProcess;
const base64 = (frames: Buffer[]) => frames.map((frame) => frame.toString('base64'));

before(async () => {
  worker = await WorkerProcess.start().then((started) => started.ready());
});
after(() => worker.stop());

test('a whole check over HTTP: three steps, and the face of the last is alike to an enrolled one', async () => {
  const actor = await puppet();
  let [state, template]: unknown[] = [null, null];
  for (const step of ['turn_left', 'close_eyes', 'come_closer'] as const) {
    const { status, body } = await worker.post('/v1/step', { step, frames: base64(await film(actor, scripts[step])), state });
    assert.equal(status, 200);
    assert.deepEqual([body.verdict, body.code, body.reason, body.frontal], ['pass', 'ok', 'ok', 0], `${step} ${JSON.stringify(body.evidence)}`);
    assert.ok(body.hashes.every((hash: unknown) => /^[0-9a-f]{64}$/.test(String(hash))));
    ({ state, template } = body);
  }
  const { body: other } = await worker.post('/v1/step', { step: 'open_mouth', frames: base64(await film(actor, scripts.open_mouth)), state: null });
  const { body } = await worker.post('/v1/match', { probe: template, enrolled: other.template, kind: 'selfie' });
  assert.deepEqual(body, { likeness: 'alike' });
});

test('a call without the secret, or with another, is refused', async () => {
  assert.equal((await worker.get('/v1/info', {})).status, 401);
  assert.equal((await worker.post('/v1/step', {}, { authorization: 'Bearer another' })).status, 401);
});

test('it tells its descriptor, thresholds and hashes', async () => {
  const { status, body } = await worker.get('/v1/info');
  assert.equal(status, 200);
  assert.deepEqual(body.descriptor, { id: 'faceapi-recognition', version: '1.7.15', dimension: 128, distance: 'euclidean' });
  assert.equal(body.thresholds.selfie.alike, 0.42);
  assert.match(body.models['@vladmandic/human/models/iris.bin'], /^[0-9a-f]{64}$/);
});

test('the portrait on a card is found, described and compared', async () => {
  const [frame] = await film(await puppet(), [{}]);
  const { body: portrait } = await worker.post('/v1/portrait', { picture: frame?.toString('base64') });
  assert.equal(portrait.result, 'found');
  const { body } = await worker.post('/v1/match', { probe: portrait.template, enrolled: portrait.template, kind: 'portrait' });
  assert.deepEqual(body, { likeness: 'alike' });
});

test('templates of another descriptor are told from different faces', async () => {
  const template = { id: 'faceapi-recognition', version: '0.1', vector: '' };
  const { body } = await worker.post('/v1/match', { probe: template, enrolled: template, kind: 'selfie' });
  assert.deepEqual(body, { likeness: 'other_descriptor' });
});

test('a phone is given the nets that the worker looks with, within 5 MB, and nothing to tell people apart with', async () => {
  const { body } = await worker.get('/v1/phone');
  assert.match(body.version, /^[0-9a-f]{16}$/);
  let size = 0;
  for (const name of body.files as string[]) {
    const { status, headers } = await worker.head(`/v1/phone/${name}`);
    assert.equal(status, 200, name);
    assert.equal(headers.get('content-encoding'), 'gzip');
    // A phone loads the kernels either with or without SIMD.
    if (name !== 'tfjs-backend-wasm.wasm') size += Number(headers.get('content-length'));
  }
  assert.ok(size <= 5_000_000, `${size} bytes`);
  assert.deepEqual((body.files as string[]).filter((name) => /recognition|faceres/.test(name)), []);
  assert.equal((await worker.get('/v1/phone/../weights.json')).status, 404);
  assert.equal((await worker.get('/v1/phone', {})).status, 401);
});

test('whoever is to come closer is told to begin at arm\'s length', async () => {
  const [near] = await film(await puppet(), [{ distance: 1.8 }]);
  const told = async (step?: string) => (await worker.post('/v1/guide', { frame: near?.toString('base64'), step })).body.code;
  assert.equal(await told('come_closer'), 'too_close');
  assert.equal(await told('turn_left'), 'ok');
  assert.equal(await told(), 'ok');
});
