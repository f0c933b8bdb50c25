import { stepBounds, type Measure, type Step } from '@loanmarket/shared-types/face';
import { MAX_FRAMES } from './choose';

/** A picture and its measurements. */
export interface Measured {
  picture: Blob;
  measure: Measure;
}

/**
 * How far a step is: on the way to the pose (`there`), on the way back, done, turned to the wrong side (`mirrored`), or done so fast
 * that no picture shows an angle in between (`skipped`).
 */
export type StepProgress = 'there' | 'back' | 'done' | 'mirrored' | 'skipped';

/** Follows one step picture by picture and keeps the pictures that show it. */
export interface Watch {
  take: (seen: Measured) => StepProgress;
  /** The kept pictures, in the order in which they were taken. */
  frames: () => Blob[];
}

/**
 * Safety margins. The server measures the compressed picture again, so a kept picture must be within the server's
 * bounds by this much.
 */
const SPARE = { degrees: 1.5, eyes: 0.07, mouth: 0.03, scale: 0.04 };

/** Watches a step that began with these pictures, looking straight ahead. It uses the server's bounds. */
export function watchOf(step: Step, openings: readonly Measured[]): Watch {
  const { measure: own } = openings[openings.length - 1]!;
  switch (step) {
    case 'turn_left':
      return angle(openings, stepBounds.turn, ({ pose }) => pose.yaw - own.pose.yaw, stepBounds.turn.mirrored);
    case 'turn_right':
      return angle(openings, stepBounds.turn, ({ pose }) => own.pose.yaw - pose.yaw, stepBounds.turn.mirrored);
    case 'look_up':
      return angle(openings, stepBounds.up, ({ pose }) => pose.pitch - own.pose.pitch, -Infinity);
    case 'close_eyes':
      return held(openings, ({ eyes }) => eyes / own.eyes <= stepBounds.eyes.closed - SPARE.eyes, ({ eyes }) => eyes / own.eyes >= stepBounds.eyes.open + SPARE.eyes);
    case 'open_mouth':
      return held(
        openings,
        ({ mouth }) => mouth - own.mouth >= stepBounds.mouth.gain + SPARE.mouth,
        ({ mouth }) => mouth - own.mouth <= stepBounds.mouth.gain * stepBounds.mouth.back - SPARE.mouth,
      );
    case 'come_closer':
      return closer(openings, own);
  }
}

interface Turn {
  peak: number;
  way: readonly [number, number];
  back: number;
}

/** Watches a movement through an angle on the way to the peak, and back. */
function angle(openings: readonly Measured[], { peak, way, back }: Turn, of: (measure: Measure) => number, mirrored: number): Watch {
  const onWay = (value: number) => value >= way[0] + SPARE.degrees && value <= way[1] - SPARE.degrees;
  const kept: Partial<Record<'there' | 'peak' | 'back' | 'end', Blob>> = {};
  return {
    take: ({ picture, measure }) => {
      const value = of(measure);
      if (value <= mirrored) return 'mirrored';
      if (!kept.peak) {
        if (onWay(value)) kept.there = picture;
        if (value < peak + SPARE.degrees) return 'there';
        kept.peak = picture;
        return 'back';
      }
      if (onWay(value)) kept.back = picture;
      if (value > back / 2) return 'back';
      kept.end = picture;
      // The server rejects a turn without an angle in between and counts it as not done.
      return kept.there || kept.back ? 'done' : 'skipped';
    },
    frames: () => [openings[openings.length - 1]!.picture, kept.there, kept.peak, kept.back, kept.end].filter((blob) => blob !== undefined),
  };
}

/** Watches a pose that is held for two pictures and then released. */
function held(openings: readonly Measured[], posed: (measure: Measure) => boolean, over: (measure: Measure) => boolean): Watch {
  const kept: Blob[] = [openings[openings.length - 1]!.picture];
  let seen = 0;
  return {
    take: ({ picture, measure }) => {
      if (seen < 2 && posed(measure)) {
        kept.push(picture);
        seen += 1;
      }
      if (seen < 2) return 'there';
      if (!over(measure)) return 'back';
      kept.push(picture);
      return 'done';
    },
    frames: () => kept,
  };
}

/** Watches a movement from arm's length to the camera, in as many pictures as allowed. */
function closer(openings: readonly Measured[], own: Measure): Watch {
  const { scale, yaw, pitch } = stepBounds.closer;
  const far = openings.slice(-2).map(({ picture }) => picture);
  const near: Blob[] = [];
  return {
    take: ({ picture, measure: { width, pose } }) => {
      const straight = Math.abs(pose.yaw - own.pose.yaw) <= yaw && Math.abs(pose.pitch - own.pose.pitch) <= pitch;
      if (straight && width / own.width >= scale + SPARE.scale) near.push(picture);
      return far.length + near.length >= MAX_FRAMES ? 'done' : 'there';
    },
    frames: () => [...far, ...near],
  };
}
