import type { Guidance } from '../../../../shared-types/src/face/guidance';
import type { Measure } from '../../../../shared-types/src/face/measure';
import type { Mesh } from '../../../../shared-types/src/face/geometry';
import { aspectOf, homographyResidual, meanMesh, perspective } from './flat';
import type { Own } from './state';

export const steps = ['turn_left', 'turn_right', 'look_up', 'close_eyes', 'open_mouth', 'come_closer'] as const;
export type Step = (typeof steps)[number];

/** One frame of a step; the mesh is normalised. */
export interface Look {
  measure: Measure;
  mesh: Mesh;
}

export type Done = 'done' | 'not_done' | 'mirrored' | 'flat';

/** How a step is recognised in its frames; the first is the opening, straight ahead. */
export interface Rule {
  /** The fewest frames that can show it. */
  frames: number;
  /** What the step itself brings about, and is therefore no fault of a frame. */
  asked: readonly Guidance[];
  done(looks: readonly Look[], own: Own, ownMesh: Mesh): Done;
}

/** All angles are degrees of the head against the person's own, see Pose. */
export const bounds = {
  /** Up to here a face is straight ahead. */
  straight: 12,
  turn: { peak: 28, way: [6, 24], back: 15, mirrored: -15, residual: 0.045 },
  up: { peak: 18, way: [4, 16], back: 10, residual: 0.03 },
  /** Against the person's own open eyes. */
  eyes: { closed: 0.55, open: 0.8 },
  mouth: { gain: 0.13, back: 0.5 },
  closer: { start: 0.46, near: 1.4, scale: 1.6, frames: 3, perspective: 0.065, yaw: 8, pitch: 10, narrower: 0.12, wider: 0.035 },
} as const;

const occluded: Guidance[] = ['nose_occluded', 'chin_occluded', 'cheeks_occluded', 'mouth_occluded', 'eyes_occluded'];

const turn = (side: 1 | -1): Rule => ({
  frames: 4,
  asked: ['yaw', 'pitch', 'roll', 'eyes_closed', 'hold_still', ...occluded],
  done(looks, own, ownMesh) {
    const angles = looks.map(({ measure }) => (measure.pose.yaw - own.yaw) * side);
    if (Math.min(...angles) <= bounds.turn.mirrored) return 'mirrored';
    if (!thereAndBack(angles, bounds.turn)) return 'not_done';
    return homographyResidual(ownMesh, (looks[peakOf(angles)] as Look).mesh) < bounds.turn.residual ? 'flat' : 'done';
  },
});

const lookUp: Rule = {
  frames: 4,
  asked: ['pitch', 'eyes_closed', 'hold_still', ...occluded],
  done(looks, own, ownMesh) {
    const angles = looks.map(({ measure }) => measure.pose.pitch - own.pitch);
    if (!thereAndBack(angles, bounds.up)) return 'not_done';
    return homographyResidual(ownMesh, (looks[peakOf(angles)] as Look).mesh) < bounds.up.residual ? 'flat' : 'done';
  },
};

const closeEyes: Rule = {
  frames: 3,
  asked: ['eyes_closed', 'eyes_occluded'],
  done(looks, own) {
    const open = looks.map(({ measure }) => measure.eyes / own.eyes);
    return Math.min(...open.slice(1, -1)) <= bounds.eyes.closed && (open.at(-1) as number) >= bounds.eyes.open ? 'done' : 'not_done';
  },
};

const openMouth: Rule = {
  frames: 3,
  asked: ['mouth_occluded', 'chin_occluded'],
  done(looks) {
    const open = looks.map(({ measure }) => measure.mouth);
    const first = open[0] as number;
    const gain = Math.max(...open.slice(1, -1)) - first;
    return gain >= bounds.mouth.gain && (open.at(-1) as number) - first <= gain * bounds.mouth.back ? 'done' : 'not_done';
  },
};

const comeCloser: Rule = {
  frames: 4,
  asked: ['hold_still', ...occluded],
  done(looks, own, ownMesh) {
    const limit = bounds.closer;
    const first = (looks[0] as Look).measure.width;
    const near = looks.filter((look) => look.measure.width >= first * limit.near && isStraight(look, own, ownMesh));
    const largest = Math.max(...near.map(({ measure }) => measure.width / first));
    if (near.length < limit.frames || largest < limit.scale) return 'not_done';
    // Not `flat`: the term is small enough to be missed in a blurred frame of a living face.
    return perspective(ownMesh, meanMesh(near.map(({ mesh }) => mesh))) < limit.perspective ? 'not_done' : 'done';
  },
};

export const rules: Readonly<Record<Step, Rule>> = {
  turn_left: turn(1), turn_right: turn(-1), look_up: lookUp, close_eyes: closeEyes, open_mouth: openMouth, come_closer: comeCloser,
};

/** A print that is tilted while it comes closer would show some perspective; it also shows a narrower or a lower face. */
function isStraight({ measure: { pose }, mesh }: Look, own: Own, ownMesh: Mesh): boolean {
  const limit = bounds.closer;
  const wider = aspectOf(mesh) / aspectOf(ownMesh) - 1;
  return Math.abs(pose.yaw - own.yaw) <= limit.yaw && Math.abs(pose.pitch - own.pitch) <= limit.pitch &&
    wider <= limit.wider && wider >= -limit.narrower;
}

const peakOf = (angles: readonly number[]) => angles.indexOf(Math.max(...angles));

/** Up to the peak through an angle between, and back down. */
function thereAndBack(angles: readonly number[], { peak, way, back }: { peak: number; way: readonly [number, number]; back: number }): boolean {
  const highest = peakOf(angles);
  return (angles[highest] as number) >= peak && (angles.at(-1) as number) <= back &&
    angles.some((angle, i) => i !== highest && angle >= way[0] && angle <= way[1]);
}
