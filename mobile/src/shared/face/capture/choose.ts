import type { StepKind } from '../stage';

/** A frame of the film of a step. */
export interface Shot {
  /** JPEG. */
  picture: Blob;
  /** The picture in small, grey, 0 to 255: enough to tell how much has moved. */
  small: Uint8ClampedArray;
  /** Whether the way back had been asked for when it was taken. */
  back: boolean;
}

/** No step needs more; three steps are eighteen pictures. */
export const MOST_FRAMES = 6;

/**
 * The frames that show a step, out of its film: the face straight ahead, the pose, what lies between, and straight ahead
 * again.
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
 * By how far the picture is from the first one: two of the way there, the farthest, one of the way back. Pictures differ fast
 * when a turn begins and hardly any more near its end, so the ways are looked for in the upper half.
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

/** Each frame once, in order. */
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
