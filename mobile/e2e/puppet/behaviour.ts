import { phrases } from '@loanmarket/shared-types/phrases/vi';
import type { Stance } from '../../../api/face-worker/test/puppet/puppet';

/** What covers the face, or what is done to each frame. */
export type Look =
  | 'plain' | 'absent' | 'bystander' | 'dark' | 'bright' | 'shaken'
  | 'nose covered' | 'chin covered' | 'cheek covered' | 'mouth covered' | 'sunglasses';

/** How the puppet behaves in front of the camera, besides following the instructions. */
export interface Behaviour {
  look?: Look;
  /** Its pose while nothing is asked. */
  stance?: Stance;
  /** Ignores all instructions. */
  idle?: boolean;
  /** Turns to the opposite side. */
  mixesUp?: boolean;
  /** The picture is frozen, like a photo. */
  frozen?: boolean;
}

/** The pose for each instruction on the screen. Any other text means looking straight ahead. */
export const actions: Readonly<Record<string, Stance>> = {
  [phrases.step_turn_left]: { yaw: 33 },
  [phrases.step_turn_right]: { yaw: -33 },
  [phrases.step_look_up]: { pitch: 23 },
  [phrases.step_close_eyes]: { eyes: 0 },
  [phrases.step_open_mouth]: { mouth: 0.62 },
  [phrases.step_come_closer]: { distance: 1.8 },
};

const rest = { yaw: 0, pitch: 0, roll: 0, eyes: 1, mouth: 0, distance: 3.2, dx: 0, dy: 0 };
/** The maximum speed of each movement per second. */
const speed = { yaw: 38, pitch: 30, roll: 30, eyes: 9, mouth: 3, distance: 1.1, dx: 300, dy: 300 };
type Whole = typeof rest;
const names = Object.keys(rest) as (keyof Whole)[];

/** Moves from one pose towards another, as far as possible in this time. */
export function towards(now: Whole, wanted: Stance, seconds: number): Whole {
  const next = { ...now };
  for (const name of names) {
    const way = (wanted[name] ?? rest[name]) - now[name];
    next[name] = now[name] + Math.sign(way) * Math.min(Math.abs(way), speed[name] * seconds);
  }
  return next;
}

/** The initial pose. */
export const atRest: Whole = rest;

/** The pose that the puppet aims at, according to the texts it reads. */
export function wanted(read: readonly string[], { idle, mixesUp, stance }: Behaviour): Stance {
  const asked = idle ? undefined : read.map((words) => actions[words.trim()]).find((action) => action !== undefined);
  if (!asked) return stance ?? {};
  return mixesUp && asked.yaw ? { yaw: -asked.yaw } : asked;
}

/** The pose for a single picture: the step's pose, half of it, or closer to the camera. */
export function posed(read: readonly string[]): Stance {
  const words = read.join(' ');
  if (words.includes('lại gần khuôn mặt')) return { distance: 1.8 };
  const asked = Object.entries(actions).find(([step]) => words.includes(step))?.[1];
  if (!asked) return {};
  return words.includes('nửa chừng') ? { yaw: (asked.yaw ?? 0) / 2, pitch: (asked.pitch ?? 0) / 3 } : asked;
}
