// `npm run test:onnx`: tests an operator's own descriptor with a small net that the test writes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fromTemplate } from '../src/descriptor/descriptor';
import { onnxDescriptor } from '../src/descriptor/onnx';
import { WeightsError } from '../src/models/weights';
import { film, puppet, tinted } from '../test/puppet/camera';
import { scripts } from '../test/puppet/scripts';
import { WorkerProcess } from '../test/support/process';
import { meanColours } from './model';

const runtime = join(__dirname, '../../../../onnx');
const model = meanColours(112);

const settings = {
  id: 'mean-colours', version: '1', file: 'model.onnx', sha256: createHash('sha256').update(model).digest('hex'),
  input: { side: 112, align: 'arcface', channels: 'bgr', mean: [127.5, 127.5, 127.5], scale: 1 / 127.5 },
  dimension: 48, distance: 'cosine',
  thresholds: { selfie: { alike: 0.1, doubtful: 0.2 }, portrait: { alike: 0.15, doubtful: 0.3 } },
  samePerson: { straight: 0.3, turned: 0.9 },
};

/** Creates a folder with the net and the settings. */
async function folder(changes: object = {}, bytes = model): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'onnx-'));
  await writeFile(join(dir, 'model.onnx'), bytes);
  await writeFile(join(dir, 'descriptor.json'), JSON.stringify({ ...settings, ...changes }));
  return join(dir, 'descriptor.json');
}

const base64 = (frames: Buffer[]) => frames.map((frame) => frame.toString('base64'));

test('a worker judges with the net of the operator, and its templates say so', async () => {
  const worker = await WorkerProcess.start({ FACE_WORKER_DESCRIPTOR: await folder() }).then((started) => started.ready());
  try {
    const { body: info } = await worker.get('/v1/info');
    assert.deepEqual(info.descriptor, { id: 'mean-colours', version: '1', dimension: 48, distance: 'cosine' });
    assert.equal(info.models['model.onnx'], settings.sha256);
    const { body } = await worker.post('/v1/step', { step: 'turn_left', frames: base64(await film(await puppet(), scripts.turn_left)), state: null });
    assert.deepEqual([body.verdict, body.template.id, body.template.version], ['pass', 'mean-colours', '1']);
    const portrait = async (actor: Awaited<ReturnType<typeof puppet>>) =>
      (await worker.post('/v1/portrait', { picture: base64(await film(actor, [{}]))[0] })).body.template;
    const likeness = async (probe: unknown) => (await worker.post('/v1/match', { probe, enrolled: body.template, kind: 'selfie' })).body.likeness;
    assert.equal(await likeness(await portrait(await puppet())), 'alike');
    assert.equal(await likeness(await portrait(await puppet({}, (image) => tinted(image, [0.4, 0.8, 1])))), 'different');
    assert.equal(await likeness({ ...body.template, version: '2' }), 'other_descriptor');
  } finally {
    await worker.stop();
  }
});

test('the net is given colours in its own order and range', async () => {
  const rgb = await onnxDescriptor(await folder({ input: { ...settings.input, channels: 'rgb', mean: [0, 0, 0], scale: 1 } }), runtime);
  const grey = { width: 300, height: 300, channels: 3 as const, data: Uint8Array.from({ length: 300 * 300 * 3 }, (_, i) => [200, 100, 50][i % 3] as number) };
  const mesh = Array.from({ length: 468 }, (_, i) => [100 + (i % 20) * 4, 100 + Math.floor(i / 20) * 4, 0] as const);
  const vector = await rgb.describe(grey, mesh);
  assert.deepEqual([vector[0], vector[16], vector[32]].map((v) => Math.round(v ?? NaN)), [200, 100, 50]);
  const bgr = await onnxDescriptor(await folder({ input: { ...settings.input, mean: [50, 0, 0], scale: 2 } }), runtime);
  const other = await bgr.describe(grey, mesh);
  assert.deepEqual([other[0], other[16], other[32]].map((v) => Math.round(v ?? NaN)), [0, 200, 400]);
  assert.equal(fromTemplate(bgr, { id: 'mean-colours', version: '1', vector: 'AAAA' }), null);
});

test('a file that is missing or changed, wrong settings or no runtime: not used', async () => {
  await assert.rejects(onnxDescriptor(await folder({}, Buffer.concat([model, Buffer.from('x')])), runtime), /has SHA-256/);
  await assert.rejects(onnxDescriptor(await folder({ file: 'none.onnx' }), runtime), WeightsError);
  await assert.rejects(onnxDescriptor(await folder({ thresholds: undefined }), runtime), /thresholds rise/);
  await assert.rejects(onnxDescriptor(await folder({ distance: 'manhattan' }), runtime), /distance is/);
  await assert.rejects(onnxDescriptor(await folder(), tmpdir()), /onnxruntime-node is not installed/);
});
