import type { StepKind } from '../stage';

/** A frame of the film of a step. */
export interface Shot {
  /** JPEG. */
  picture: Blob;
  /** A small grey copy of the picture, 0 to 255, sufficient to measure movement. */
  small: Uint8ClampedArray;
  /** Whether the frame was taken after the instruction to move back. */
  back: boolean;
}

/** The maximum number of frames per step. Three steps make eighteen pictures. */
export const MAX_FRAMES = 6;

/**
 * Selects the frames of a film that show the step: the face looking straight ahead, the pose, frames in between, and
 * straight ahead again.
 */
export function choose(kind: StepKind, film: readonly Shot[]): Shot[] {
  const last = film.length - 1;
  const turned = film.findIndex(({ back }) => back);
  const there = turned < 0 ? last : turned - 1;
  if (kind === 'come_closer') return pick(film, [0, 1, last - 3, last - 2, last - 1, last]);
  if (kind === 'close_eyes' || kind === 'open_mouth') return pick(film, [0, there * 0.55, there * 0.75, there * 0.95, last]);
  return pick(film, onTheWay(film));
}

/**
 * Selects frames by their difference from the first one: two on the way to the pose, the one that differs most, and one
 * on the way back. The difference grows fast when a turn begins and hardly near its end, so the frames on the way are
 * searched in the upper half of the range.
 */
function onTheWay(film: readonly Shot[]): number[] {
  const [first] = film;
  if (!first) return [];
  const away = film.map(({ small }) => difference(first.small, small));
  const last = film.length - 1;
  const inside = away.slice(1, last);
  const farthest = Math.max(...inside);
  const peak = inside.indexOf(farthest) + 1;
  const nearest = (share: number, from: number, to: number) => {
    let best = from;
    for (let i = from; i < to; i += 1) if (Math.abs(away[i]! - farthest * share) < Math.abs(away[best]! - farthest * share)) best = i;
    return best;
  };
  const half = nearest(0.55, 1, peak);
  return [0, half, nearest(0.8, half + 1, peak), peak, nearest(0.7, peak + 1, last), last];
}

/** Returns each selected frame once, in order. */
function pick(film: readonly Shot[], indices: readonly number[]): Shot[] {
  const wanted = new Set(indices.map((index) => Math.max(0, Math.min(film.length - 1, Math.round(index)))));
  return film.filter((_, index) => wanted.has(index));
}

/** The mean difference of two small pictures. */
export function difference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += Math.abs(one[i]! - (other[i] ?? 0));
  return one.length === 0 ? 0 : sum / one.length;
}
