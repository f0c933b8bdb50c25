// Tests attacks that must not pass, directly against judgeStep with the real models.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeStep } from '../src/liveness/judge';
import { steps, type Step } from '../src/liveness/steps';
import { film, otherPerson, photo, puppet } from './puppet/camera';
import { Card } from './puppet/card';
import { readRest } from './puppet/files';
import { mask, patch, sunglasses, withBystander } from './puppet/props';
import { scripts } from './puppet/scripts';
import type { Stance } from './puppet/puppet';
import { models, play, told } from './support/judging';

test('a still photo does no step', async () => {
  const card = new Card(await photo());
  for (const step of steps) {
    const { verdict } = await play(card, step, null, scripts[step].map(() => ({})));
    assert.notEqual(verdict, 'pass', step);
  }
});

/** A print is turned further than a head, because its measured angle is smaller. */
const farther = (stances: readonly Stance[], factor: number) =>
  stances.map((stance) => ({ ...stance, yaw: (stance.yaw ?? 0) * factor, pitch: (stance.pitch ?? 0) * factor }));

for (const [name, print] of Object.entries({
  'a flat print': {}, 'a print bent back': { bend: 0.8 }, 'a print bent forward': { bend: -0.8 },
  'a print bent about a level line': { bend: 0.6, axis: 'across' as const },
})) {
  for (const [factor, asked] of [[1, steps], [1.7, ['turn_left', 'turn_right', 'look_up']]] as [number, readonly Step[]][]) {
    test(`${name} does no step, tilted ${factor} times as far as a head`, async () => {
      const card = new Card(await photo(), print);
      for (const step of asked) {
        const judged = await play(card, step, null, farther(scripts[step], factor));
        assert.notEqual(judged.verdict, 'pass', `${step} ${JSON.stringify(judged.evidence)}`);
      }
    });
  }
}

test('a print that is tilted while it comes closer does not come closer', async () => {
  for (const bend of [0, 0.8, -0.8]) {
    const card = new Card(await photo(), { bend });
    for (const tilt of [{ yaw: 20 }, { yaw: -30 }, { pitch: 20 }, { pitch: -20 }, { pitch: -35 }]) {
      const judged = await play(card, 'come_closer', null, scripts.come_closer.map((stance, i) => (i < 2 ? stance : { ...stance, ...tilt })));
      assert.notEqual(judged.verdict, 'pass', `${bend} ${JSON.stringify(tilt)} ${JSON.stringify(judged.evidence)}`);
    }
  }
});

test('another person from the second step on', async () => {
  const [first, second] = [await puppet(), await otherPerson()];
  const { state } = await play(first, 'turn_left');
  for (const step of ['turn_right', 'close_eyes', 'open_mouth'] as const) {
    assert.deepEqual(told(await play(second, step, state)), { verdict: 'fail', reason: 'other_person', code: 'capture_failed' }, step);
  }
});

test('another person in the middle of a step', async () => {
  const [first, second] = [await puppet(), await otherPerson()];
  for (const step of ['close_eyes', 'open_mouth'] as const) {
    const frames = await film(first, scripts[step]);
    const others = await film(second, scripts[step]);
    const mixed = frames.map((frame, i) => (i === 0 ? frame : (others[i] as Buffer)));
    const judged = await judgeStep(await models(), step, mixed, null);
    assert.deepEqual(told(judged), { verdict: 'fail', reason: 'other_person', code: 'capture_failed' }, step);
    assert.equal(judged.frame, 1);
  }
});

test('two faces', async () => {
  const actor = await puppet();
  const pair = { render: (stance: Stance) => withBystander(actor.render(stance)) };
  assert.deepEqual(told(await play(pair, 'turn_left')), { verdict: 'again', reason: 'quality', code: 'several_faces' });
});

test('covered parts are told by name', async () => {
  const rest = readRest();
  const seen: Record<string, string> = {};
  for (const [name, paint] of Object.entries({
    'a blue mask': mask, 'a white mask': (p: Parameters<typeof mask>[0], r: typeof rest) => mask(p, r, [236, 236, 238]),
    'a black mask': (p: Parameters<typeof mask>[0], r: typeof rest) => mask(p, r, [30, 30, 34]), 'dark glasses': sunglasses,
    'a patch on the mouth': (p: Parameters<typeof mask>[0], r: typeof rest) => patch(p, r, 14, 36, [40, 120, 60]),
    'a patch on the chin': (p: Parameters<typeof mask>[0], r: typeof rest) => patch(p, r, 200, 34, [40, 60, 160]),
    'a patch on a cheek': (p: Parameters<typeof mask>[0], r: typeof rest) => patch(p, r, 50, 40, [230, 230, 235]),
    'a patch on the nose': (p: Parameters<typeof mask>[0], r: typeof rest) => patch(p, r, 4, 30, [235, 235, 240]),
  })) {
    const actor = await puppet({}, (image) => paint(image, rest));
    const { verdict, code } = await play(actor, 'turn_left');
    assert.equal(verdict, 'again', name);
    // A mask covers nose, mouth and chin; which of them is reported depends on how the head is held.
    seen[name] = name.endsWith('mask') && /^(nose|mouth|chin)_occluded$/.test(code) ? 'masked' : code;
  }
  assert.deepEqual(seen, {
    'a blue mask': 'masked', 'a white mask': 'masked', 'a black mask': 'masked', 'dark glasses': 'eyes_occluded',
    'a patch on the mouth': 'mouth_occluded', 'a patch on the chin': 'chin_occluded', 'a patch on a cheek': 'cheeks_occluded',
    'a patch on the nose': 'nose_occluded',
  });
});

test('a frame that comes twice, compressed anew or not', async () => {
  const actor = await puppet();
  const frames = await film(actor, scripts.turn_left);
  const twice = frames.map((frame, i) => (i === 4 ? (frames[0] as Buffer) : frame));
  assert.deepEqual(told(await judgeStep(await models(), 'turn_left', twice, null)), { verdict: 'fail', reason: 'repeated_frame', code: 'capture_failed' });
  const first = await judgeStep(await models(), 'turn_left', frames, null);
  assert.equal(first.verdict, 'pass');
  const next = await film(actor, scripts.close_eyes);
  const { default: sharp } = await import('sharp');
  const anew = await sharp(frames[0]).linear(1, 2).jpeg({ quality: 92 }).toBuffer();
  const judged = await judgeStep(await models(), 'close_eyes', [anew, ...next.slice(1)], first.state);
  assert.deepEqual(told(judged), { verdict: 'fail', reason: 'repeated_frame', code: 'capture_failed' });
});

test('a turn to the other side is a mirrored picture', async () => {
  const actor = await puppet();
  for (const [asked, done] of [['turn_left', 'turn_right'], ['turn_right', 'turn_left']] as [Step, Step][]) {
    assert.deepEqual(told(await play(actor, asked, null, scripts[done])), { verdict: 'again', reason: 'mirrored', code: 'capture_failed' });
  }
});

test('half of a step is not the step', async () => {
  const actor = await puppet();
  for (const [step, stances] of [
    ['turn_left', [{}, { yaw: 10 }, { yaw: 20 }, { yaw: 10 }, {}]],
    ['turn_left', [{}, { yaw: 32 }, { yaw: 32 }, { yaw: 33 }, {}]], // skips the angles in between
    ['turn_left', [{}, { yaw: 14 }, { yaw: 32 }, { yaw: 32 }, { yaw: 31 }]], // does not turn back
    ['look_up', [{}, { pitch: 5 }, { pitch: 8 }, { pitch: 5 }, {}]],
    ['close_eyes', [{}, { eyes: 0.6 }, { eyes: 0.6 }, {}]],
    ['close_eyes', [{}, { eyes: 0 }, { eyes: 0 }, { eyes: 0 }]],
    ['open_mouth', [{}, {}, {}, {}]],
    ['come_closer', [{}, { distance: 2.8 }, { distance: 2.6 }, { distance: 2.5 }, { distance: 2.5 }]],
  ] as [Step, Stance[]][]) {
    const judged = await play(actor, step, null, stances);
    assert.deepEqual(told(judged), { verdict: 'again', reason: 'not_done', code: `step_${step}` }, `${step} ${JSON.stringify(judged.evidence)}`);
  }
});
