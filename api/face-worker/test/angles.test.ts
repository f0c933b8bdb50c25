// Tests the angles and their signs on the real mesh.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poseOf, type Mesh, type Pose } from '../../../shared-types/src/face/geometry';
import { decode, ofFrame } from '../src/picture/decode';
import { jpeg, puppet } from './puppet/camera';
import type { Stance } from './puppet/puppet';
import { models } from './support/judging';

async function meshOf(stance: Stance): Promise<Mesh> {
  const actor = await puppet();
  const picture = await decode(await jpeg(actor.render(stance)), ofFrame);
  assert.ok(picture);
  const [face] = await (await models()).detector.find(picture);
  assert.ok(face);
  return face.mesh;
}

const pose = async (stance: Stance): Promise<Pose> => poseOf(await meshOf(stance));

test('yaw is the angle of the head, within 4 degrees up to 35, and above 0 to the own left', async () => {
  const own = await pose({});
  for (const yaw of [-35, -28, -20, -10, 10, 20, 28, 35]) {
    const seen = (await pose({ yaw })).yaw - own.yaw;
    assert.ok(Math.abs(seen - yaw) <= 4, `${yaw} was read as ${seen.toFixed(1)}`);
  }
});

test('who turns to the own left has the nose on the right of the unmirrored picture', async () => {
  const nose = async (yaw: number) => {
    const mesh = await meshOf({ yaw });
    const [tip, right, left] = [mesh[1], mesh[234], mesh[454]];
    assert.ok(tip && right && left);
    return (tip[0] - right[0]) / (left[0] - right[0]);
  };
  assert.ok((await nose(25)) > 0.6);
  assert.ok((await nose(-25)) < 0.4);
});

test('pitch grows when the face looks up, by the angle of the head or more', async () => {
  const own = await pose({});
  const [up, down] = [await pose({ pitch: 20 }), await pose({ pitch: -20 })];
  assert.ok(up.pitch - own.pitch > 17 && up.pitch - own.pitch < 32, `${up.pitch - own.pitch}`);
  assert.ok(own.pitch - down.pitch > 14 && own.pitch - down.pitch < 28, `${own.pitch - down.pitch}`);
});

test('a face that looks straight ahead reads about 10 degrees down: the chin lies behind the forehead', async () => {
  assert.ok(Math.abs((await pose({})).pitch + 10) < 4);
});

test('roll grows when the head leans to the own left, clockwise in the picture', async () => {
  const own = await pose({});
  assert.ok((await pose({ roll: 12 })).roll - own.roll > 6);
  assert.ok((await pose({ roll: -12 })).roll - own.roll < -6);
});
