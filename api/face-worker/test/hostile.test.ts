// Tests malicious requests to a separate worker.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { jpegHeader } from '../src/picture/jpeg';
import { film, puppet } from './puppet/camera';
import { scripts } from './puppet/scripts';
import { secret, WorkerProcess } from './support/process';

let worker: WorkerProcess;
let frames: string[];

before(async () => {
  worker = await WorkerProcess.start({ FACE_WORKER_QUEUE: '1' }).then((started) => started.ready());
  frames = (await film(await puppet(), scripts.turn_left)).map((frame) => frame.toString('base64'));
});
after(() => worker.stop());

const step = (pictures: unknown) => worker.post('/v1/step', { step: 'turn_left', frames: pictures, state: null });

/** Returns the frames with the first one replaced. */
const withFirst = (picture: string) => [picture, ...frames.slice(1)];

for (const [name, picture] of Object.entries({
  'no picture': async () => Buffer.from('GET / HTTP/1.1'),
  'nothing': async () => Buffer.alloc(0),
  'a picture that is cut short': async () => Buffer.from(frames[0] as string, 'base64').subarray(0, 9000),
  'a PNG': async () => sharp({ create: { width: 640, height: 480, channels: 3, background: 'red' } }).png().toBuffer(),
  'a JPEG of 400 million pixels': async () => bomb(20000, 20000),
  'a JPEG of 16 million pixels in 200 KB': async () => wide(),
  'a JPEG of a hundred scans': async () => manyScans(100),
  'a frame above 200 KB': async () => Buffer.concat([Buffer.from(frames[0] as string, 'base64'), Buffer.alloc(220 * 1024)]),
  'a picture of 20 x 20': async () => sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } }).jpeg().toBuffer(),
})) {
  test(`${name} is told as a picture that failed, at once`, async () => {
    const began = performance.now();
    const { status, body } = await step(withFirst((await picture()).toString('base64')));
    assert.equal(status, 200);
    assert.deepEqual([body.verdict, body.reason, body.code, body.frame, body.state], ['again', 'undecodable', 'capture_failed', 0, null]);
    assert.equal(body.hashes[0], null);
    assert.ok(performance.now() - began < 5000);
  });
}

/** Returns a JPEG whose valid header claims a size, with the data of a small picture. */
async function bomb(width: number, height: number): Promise<Buffer> {
  const small = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'red' } }).jpeg().toBuffer();
  const at = small.indexOf(Buffer.from([0xff, 0xc0]));
  small.writeUInt16BE(height, at + 5);
  small.writeUInt16BE(width, at + 7);
  assert.deepEqual(jpegHeader(small), { width, height, scans: 1 });
  return small;
}

/** Returns a JPEG that is small as a file, and needs a hundred megabytes until it is decoded. */
async function wide(): Promise<Buffer> {
  const picture = await sharp({ create: { width: 4000, height: 3999, channels: 3, background: 'red' } })
    .jpeg({ progressive: true, quality: 30, chromaSubsampling: '4:4:4' }).toBuffer();
  assert.ok(picture.length <= 200 * 1024);
  return picture;
}

/** Returns a progressive JPEG whose last scan is repeated many times. */
async function manyScans(count: number): Promise<Buffer> {
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'red' } }).jpeg({ progressive: true }).toBuffer();
  const last = picture.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = picture.subarray(last, picture.length - 2);
  const many = Buffer.concat([picture.subarray(0, last), ...Array.from({ length: count }, () => scan), picture.subarray(-2)]);
  assert.ok((jpegHeader(many)?.scans ?? 0) >= count);
  return many;
}

test('a frame of 20 MB is not read to its end', async () => {
  const { port, hostname } = new URL(worker.address);
  const call = request({ port, hostname, path: '/v1/step', method: 'POST', headers: { authorization: `Bearer ${secret}`, 'transfer-encoding': 'chunked' } });
  const part = Buffer.alloc(1 << 20, 'A');
  // The worker responds at the first byte above the limit. If more data were in transit, the response could be lost when it
  // closes the connection.
  for (let i = 0; i < 3; i++) call.write(part);
  call.write('A');
  const [response] = await once(call, 'response');
  assert.equal(response.statusCode, 413);
  response.resume();
  call.on('error', () => undefined); // the worker has closed the connection
  for (let i = 0; i < 17; i++) call.write(part);
  call.destroy();
  assert.equal((await worker.get('/healthz')).status, 200);
});

test('what is not of the protocol is refused', async () => {
  assert.equal((await worker.post('/v1/step', 'no json')).status, 400);
  assert.equal((await worker.post('/v1/step', { step: 'jump', frames, state: null })).status, 400);
  assert.equal((await step(frames.slice(0, 2))).status, 400);
  assert.equal((await step([...frames, ...frames])).status, 400);
  assert.equal((await worker.post('/v1/step', { step: 'turn_left', frames, state: { format: 1, own: 'x' } })).status, 400);
  assert.equal((await worker.post('/v1/match', { probe: {}, enrolled: {}, kind: 'selfie' })).status, 400);
  assert.equal((await worker.get('/v1/step')).status, 405);
  assert.equal((await worker.post('/v1/other', {})).status, 404);
});

test('a full queue answers at once that it is full, and health still answers', async () => {
  const calls = Array.from({ length: 6 }, () => step(frames));
  const health = await worker.get('/healthz');
  assert.equal(health.status, 200);
  const answers = await Promise.all(calls);
  const statuses = answers.map(({ status }) => status);
  assert.ok(statuses.includes(200) && statuses.includes(503), statuses.join());
  for (const { status, body, headers } of answers) {
    if (status !== 503) continue;
    assert.deepEqual(body, { error: 'busy' });
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
  assert.equal((await step(frames)).body.verdict, 'pass');
});
