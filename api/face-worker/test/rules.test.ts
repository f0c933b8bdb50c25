// Tests the rules of the steps alone, on computed heads and prints.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mesh, Point } from '../../../shared-types/src/face/geometry';
import type { Measure } from '../../../shared-types/src/face/measure';
import { homographyResidual, normalised, perspective } from '../src/liveness/flat';
import { rules, type Look } from '../src/liveness/steps';
import { readRest } from './puppet/files';

const head: Mesh = readRest().points.map(([x, y, z]) => [(x as number) - 320, (y as number) - 220, z as number] as const);
const print: Mesh = head.map(([x, y]) => [x, y, 0] as const);

/**
 * Returns what a camera sees from a distance in pixels, of a mesh turned by yaw and pitch; depth is as the net would estimate
 * it.
 */
function seen(mesh: Mesh, { yaw = 0, pitch = 0, away = 600 }: { yaw?: number; pitch?: number; away?: number }, guessed: Mesh = mesh): Mesh {
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  const looked = mesh.map(([x, y, z], i): Point => {
    const [y2, z2] = [y * cp + z * sp, z * cp - y * sp];
    const [x3, z3] = [x * cy - z2 * sy, x * sy + z2 * cy];
    const scale = 600 / (away + z3);
    return [x3 * scale, y2 * scale, guessed === mesh ? z3 * scale : (guessed[i]?.[2] ?? 0)];
  });
  return normalised(looked);
}

const measured = (changes: Partial<Measure> & { yaw?: number; pitch?: number }): Measure => ({
  score: 1, pose: { yaw: changes.yaw ?? 0, pitch: changes.pitch ?? 0, roll: 0 }, width: 0.4, centre: [0.5, 0.5], outside: false,
  eyes: 0.36, mouth: 0.05, brightness: 140, sharpness: 300, covered: null, ...changes,
});

const own = { eyes: 0.36, yaw: 0, pitch: 0 };
const radians = Math.PI / 180;

test('a homography carries a print wherever it is tilted, and a head nowhere', () => {
  for (const yaw of [0.3, 0.5, -0.6]) assert.ok(homographyResidual(normalised(print), seen(print, { yaw, pitch: 0.2 }, head)) < 1e-6);
  for (const yaw of [0.5, -0.5]) assert.ok(homographyResidual(seen(head, {}), seen(head, { yaw })) > 0.05);
});

test('perspective is what 1/distance grew by, for a head that may turn a little; nothing for a print', () => {
  const width = 187;
  const grown = (far: number, near: number) => width / near - width / far;
  for (const yaw of [0, 0.05, -0.05]) {
    const k = perspective(seen(head, {}), seen(head, { yaw, away: 340 }));
    assert.ok(Math.abs(k / grown(600, 340) - 1) < 0.35, `${k} of ${grown(600, 340)}`);
  }
  for (const pitch of [0, 0.2, -0.2, -0.35]) {
    assert.ok(Math.abs(perspective(seen(print, {}, head), seen(print, { pitch, away: 340 }, head))) < 0.03);
  }
});

/** Returns a turn with the given angles, of a head or of a print for which the net measures wrong angles. */
const turn = (of: Mesh, angles: readonly number[]): Look[] =>
  angles.map((yaw) => ({ measure: measured({ yaw }), mesh: seen(of, { yaw: yaw * radians }, of === print ? head : of) }));

test('angles alone are no turn: what turned has to be deep', () => {
  const angles = [0, 14, 31, 15, 1];
  assert.equal(rules.turn_left.done(turn(head, angles), own, seen(head, {})), 'done');
  assert.equal(rules.turn_left.done(turn(print, angles), own, seen(print, {}, head)), 'flat');
});

test('nor is it looking up', () => {
  const looks = (of: Mesh): Look[] => [0, 8, 22, 9, 1].map((pitch) => ({
    measure: measured({ pitch }), mesh: seen(of, { pitch: pitch * radians }, of === print ? head : of),
  }));
  assert.equal(rules.look_up.done(looks(head), own, seen(head, {})), 'done');
  assert.equal(rules.look_up.done(looks(print), own, seen(print, {}, head)), 'flat');
});

test('a turn goes there, through the angles between, and back, to the own side', () => {
  const done = (angles: readonly number[]) => rules.turn_right.done(turn(head, angles), own, seen(head, {}));
  assert.equal(done([0, -14, -31, -15, -1]), 'done');
  assert.equal(done([0, -14, -27, -15, -1]), 'not_done', 'not far enough');
  assert.equal(done([0, -31, -31, -30, -1]), 'not_done', 'not through the angles between');
  assert.equal(done([0, -14, -31, -31, -31]), 'not_done', 'not back');
  assert.equal(done([0, 14, 31, 15, 1]), 'mirrored');
});

test('coming closer needs size, perspective and a face that stays straight', () => {
  const looks = (of: Mesh, change: { away?: number; yaw?: number; width?: number } = {}): Look[] =>
    [600, 590, 340, 335, 330, 330].map((away, i) => ({
      measure: measured({ width: 0.4 * (i < 2 ? 600 / away : change.width ?? 600 / away), yaw: i < 2 ? 0 : change.yaw ?? 0 }),
      mesh: seen(of, { away: i < 2 ? away : change.away ?? away }, of === print ? head : of),
    }));
  const done = (list: readonly Look[], of: Mesh) => rules.come_closer.done(list, own, seen(of, {}, of === print ? head : of));
  assert.equal(done(looks(head), head), 'done');
  assert.equal(done(looks(head).slice(0, -1), head), 'not_done', 'too few frames from near');
  assert.equal(done(looks(print), print), 'not_done', 'it only grew');
  assert.equal(done(looks(head, { away: 600 }), head), 'not_done', 'the picture was enlarged');
  assert.equal(done(looks(head, { width: 1.5 }), head), 'not_done', 'not near enough');
  assert.equal(done(looks(head, { yaw: 9 }), head), 'not_done', 'turned on the way');
});

test('eyes close by their own measure, and open again', () => {
  const done = (eyes: readonly number[], open = 0.36) =>
    rules.close_eyes.done(eyes.map((value) => ({ measure: measured({ eyes: value }), mesh: head })), { ...own, eyes: open }, head);
  assert.equal(done([0.36, 0.1, 0.35]), 'done');
  assert.equal(done([0.22, 0.11, 0.21], 0.22), 'done', 'narrow eyes');
  assert.equal(done([0.36, 0.22, 0.35]), 'not_done', 'half closed');
  assert.equal(done([0.36, 0.1, 0.2]), 'not_done', 'not opened again');
});

test('a mouth opens from a smile, too, and closes again', () => {
  const done = (mouth: readonly number[]) => rules.open_mouth.done(mouth.map((value) => ({ measure: measured({ mouth: value }), mesh: head })), own, head);
  assert.equal(done([0.02, 0.4, 0.05]), 'done');
  assert.equal(done([0.18, 0.33, 0.2]), 'done');
  assert.equal(done([0.18, 0.28, 0.2]), 'not_done');
  assert.equal(done([0.02, 0.4, 0.38]), 'not_done');
});
