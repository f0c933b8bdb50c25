import type { Measure } from '../../../../shared-types/src/face/measure';
import type { Mesh } from '../../../../shared-types/src/face/geometry';
import { stepBounds as bounds, type Step } from '../../../../shared-types/src/face/steps';
import { aspectOf, homographyResidual, meanMesh, perspective } from './flat';
import type { Own } from './state';

export { steps, type Step } from '../../../../shared-types/src/face/steps';

/** One frame of a step; the mesh is normalised. */
export interface Look {
  measure: Measure;
  mesh: Mesh;
}

export type Done = 'done' | 'not_done' | 'mirrored' | 'flat';

/** How a step is recognised in its frames; the first frame is the opening, straight ahead. */
export interface Rule {
  /** The minimum number of frames that can show it. */
  frames: number;
  done(looks: readonly Look[], own: Own, ownMesh: Mesh): Done;
}

const turn = (side: 1 | -1): Rule => ({
  frames: 4,
  done(looks, own, ownMesh) {
    const angles = looks.map(({ measure }) => (measure.pose.yaw - own.yaw) * side);
    if (Math.min(...angles) <= bounds.turn.mirrored) return 'mirrored';
    if (!thereAndBack(angles, bounds.turn)) return 'not_done';
    return homographyResidual(ownMesh, (looks[peakOf(angles)] as Look).mesh) < bounds.turn.residual ? 'flat' : 'done';
  },
});

const lookUp: Rule = {
  frames: 4,
  done(looks, own, ownMesh) {
    const angles = looks.map(({ measure }) => measure.pose.pitch - own.pitch);
    if (!thereAndBack(angles, bounds.up)) return 'not_done';
    return homographyResidual(ownMesh, (looks[peakOf(angles)] as Look).mesh) < bounds.up.residual ? 'flat' : 'done';
  },
};

const closeEyes: Rule = {
  frames: 3,
  done(looks, own) {
    const open = looks.map(({ measure }) => measure.eyes / own.eyes);
    return Math.min(...open.slice(1, -1)) <= bounds.eyes.closed && (open.at(-1) as number) >= bounds.eyes.open ? 'done' : 'not_done';
  },
};

const openMouth: Rule = {
  frames: 3,
  done(looks) {
    const open = looks.map(({ measure }) => measure.mouth);
    const first = open[0] as number;
    const gain = Math.max(...open.slice(1, -1)) - first;
    return gain >= bounds.mouth.gain && (open.at(-1) as number) - first <= gain * bounds.mouth.back ? 'done' : 'not_done';
  },
};

const comeCloser: Rule = {
  frames: 5,
  done(looks, own, ownMesh) {
    const limit = bounds.closer;
    const first = (looks[0] as Look).measure.width;
    const near = looks.filter((look) => look.measure.width >= first * limit.near && isStraight(look, own, ownMesh));
    const largest = Math.max(...near.map(({ measure }) => measure.width / first));
    if (near.length < limit.frames || largest < limit.scale) return 'not_done';
    // Not `flat`: in a blurred frame of a real face the term may be too small to detect.
    return perspective(farMesh(looks, own, ownMesh), meanMesh(near.map(({ mesh }) => mesh))) < limit.perspective ? 'not_done' : 'done';
  },
};

export const rules: Readonly<Record<Step, Rule>> = {
  turn_left: turn(1), turn_right: turn(-1), look_up: lookUp, close_eyes: closeEyes, open_mouth: openMouth, come_closer: comeCloser,
};

/** A print that is tilted while it comes closer would show some perspective, but also a narrower or lower face. */
function isStraight({ measure: { pose }, mesh }: Look, own: Own, ownMesh: Mesh): boolean {
  const limit = bounds.closer;
  const wider = aspectOf(mesh) / aspectOf(ownMesh) - 1;
  return Math.abs(pose.yaw - own.yaw) <= limit.yaw && Math.abs(pose.pitch - own.pitch) <= limit.pitch &&
    wider <= limit.wider && wider >= -limit.narrower;
}

/** The mean of the person's own mesh and of further frames at arm's length: it is more stable than a single mesh. */
function farMesh(looks: readonly Look[], own: Own, ownMesh: Mesh): Mesh {
  const arm = (looks[0] as Look).measure.width * bounds.closer.arm;
  const more = looks.slice(1).filter((look) => look.measure.width <= arm && isStraight(look, own, ownMesh));
  return meanMesh([ownMesh, ...more.map(({ mesh }) => mesh)]);
}

const peakOf = (angles: readonly number[]) => angles.indexOf(Math.max(...angles));

/** Returns whether the angles reach the peak, pass an angle in between, and end near the start. */
function thereAndBack(angles: readonly number[], { peak, way, back }: { peak: number; way: readonly [number, number]; back: number }): boolean {
  const highest = peakOf(angles);
  return (angles[highest] as number) >= peak && (angles.at(-1) as number) <= back &&
    angles.some((angle, i) => i !== highest && angle >= way[0] && angle <= way[1]);
}
