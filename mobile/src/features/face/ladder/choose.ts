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

/**
 * The frames that show a step, out of its film: the face straight ahead, the pose, what lies between, and straight ahead
 * again. Five of each step: three steps and a repeat are no more than twenty pictures.
 */
export function choose(kind: StepKind, film: readonly Shot[]): Shot[] {
  const last = film.length - 1;
  const turned = film.findIndex(({ back }) => back);
  const there = turned < 0 ? last : turned - 1;
  if (kind === 'come_closer') return pick(film, [0, there * 0.6, last - 2, last - 1, last]);
  if (kind === 'close_eyes' || kind === 'open_mouth') return pick(film, [0, there * 0.55, there * 0.75, there * 0.95, last]);
  return pick(film, onTheWay(film));
}

/** By how far the picture is from the first one: half of the way there, the farthest, half of the way back. */
function onTheWay(film: readonly Shot[]): number[] {
  const [first] = film;
  if (!first) return [];
  const away = film.map(({ small }) => difference(first.small, small));
  const last = film.length - 1;
  const inside = away.slice(1, last);
  const farthest = Math.max(...inside);
  const peak = inside.indexOf(farthest) + 1;
  const half = (from: number, to: number) => {
    let best = from;
    for (let i = from; i < to; i += 1) if (Math.abs(away[i]! - farthest / 2) < Math.abs(away[best]! - farthest / 2)) best = i;
    return best;
  };
  return [0, half(1, peak), peak, half(peak + 1, last), last];
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
