import { phrases } from '@loanmarket/shared-types/phrases/vi';
import type { Stance } from '../../../api/face-worker/test/puppet/puppet';

/** What covers the photo, or what becomes of each frame: things that stand between a face and a camera. */
export type Look =
  | 'plain' | 'absent' | 'bystander' | 'dark' | 'bright' | 'shaken'
  | 'nose covered' | 'chin covered' | 'cheek covered' | 'mouth covered' | 'sunglasses';

/** How the puppet behaves in front of the camera, beside doing what it reads on the screen. */
export interface Behaviour {
  look?: Look;
  /** How it holds itself while nothing is asked. */
  stance?: Stance;
  /** Does nothing that it reads. */
  idle?: boolean;
  /** Turns to the other side than it is asked. */
  mixesUp?: boolean;
  /** The picture stands still, as a photo does. */
  frozen?: boolean;
}

/** What the words on the screen have somebody do; everything else is read straight ahead. */
export const actions: Readonly<Record<string, Stance>> = {
  [phrases.step_turn_left]: { yaw: 33 },
  [phrases.step_turn_right]: { yaw: -33 },
  [phrases.step_look_up]: { pitch: 23 },
  [phrases.step_close_eyes]: { eyes: 0 },
  [phrases.step_open_mouth]: { mouth: 0.62 },
  [phrases.step_come_closer]: { distance: 1.8 },
};

const rest = { yaw: 0, pitch: 0, roll: 0, eyes: 1, mouth: 0, distance: 3.2, dx: 0, dy: 0 };
/** The most that a body moves in a second. */
const speed = { yaw: 38, pitch: 30, roll: 30, eyes: 9, mouth: 3, distance: 1.1, dx: 300, dy: 300 };
type Whole = typeof rest;
const names = Object.keys(rest) as (keyof Whole)[];

/** Moves from one stance towards another, as far as a body gets in this time. */
export function towards(now: Whole, wanted: Stance, seconds: number): Whole {
  const next = { ...now };
  for (const name of names) {
    const way = (wanted[name] ?? rest[name]) - now[name];
    next[name] = now[name] + Math.sign(way) * Math.min(Math.abs(way), speed[name] * seconds);
  }
  return next;
}

/** Where it begins. */
export const atRest: Whole = rest;

/** What it wants to do now, by what it reads. */
export function wanted(read: readonly string[], { idle, mixesUp, stance }: Behaviour): Stance {
  const asked = idle ? undefined : read.map((words) => actions[words.trim()]).find((action) => action !== undefined);
  if (!asked) return stance ?? {};
  return mixesUp && asked.yaw ? { yaw: -asked.yaw } : asked;
}

/** What it holds still for, where the screen asks for one picture: the words of a step, half of it, or nearer. */
export function posed(read: readonly string[]): Stance {
  const words = read.join(' ');
  if (words.includes('lại gần khuôn mặt')) return { distance: 1.8 };
  const asked = Object.entries(actions).find(([step]) => words.includes(step))?.[1];
  if (!asked) return {};
  return words.includes('nửa chừng') ? { yaw: (asked.yaw ?? 0) / 2, pitch: (asked.pitch ?? 0) / 3 } : asked;
}
