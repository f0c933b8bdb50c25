/** The kinds of steps. */
export type Kind = 'tap' | 'type' | 'back' | 'tab' | 'go' | 'reload' | 'offline' | 'online' | 'slow' | 'window' | 'login';

/** One step: `which` selects one of the available targets, and `what` parametrises the action. Both are in [0, 1). */
export interface Step {
  kind: Kind;
  which: number;
  what: number;
}

/** The frequency of each kind in per cent. The network returns more often than it fails. */
const OFTEN: readonly (readonly [Kind, number])[] = [
  ['tap', 45.5], ['type', 18], ['back', 9], ['go', 7], ['tab', 6], ['reload', 3], ['slow', 3], ['window', 2], ['offline', 2], ['online', 4], ['login', 0.5],
];

/** Pseudo-random numbers in [0, 1) for a seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The steps for a seed. */
export function stepsOf(seed: number, count: number): Step[] {
  const next = random(seed);
  const kind = () => {
    let left = next() * 100;
    return OFTEN.find(([, share]) => (left -= share) < 0)?.[0] ?? 'tap';
  };
  // Rounded as printed, so that a list parsed from its output is the same.
  const cut = () => Math.floor(next() * 1000) / 1000;
  return Array.from({ length: count }, () => ({ kind: kind(), which: cut(), what: cut() }));
}

export const print = (steps: readonly Step[]) => steps.map(({ kind, which, what }) => `${kind}:${which}:${what}`).join(' ');

/** Parses a printed list. */
export function read(list: string): Step[] {
  return list.trim().split(/\s+/).map((one) => {
    const [kind, which, what] = one.split(':');
    return { kind: kind as Kind, which: Number(which ?? 0), what: Number(what ?? 0) };
  });
}

/**
 * Finds a shorter list that still fails, by leaving out parts of decreasing size (delta debugging), with at most
 * `tries` runs. Because of timing, a list that fails again is kept, while one that passes proves nothing.
 */
export async function shorten(steps: readonly Step[], fails: (steps: readonly Step[]) => Promise<boolean>, tries: number): Promise<readonly Step[]> {
  let best = steps;
  for (let size = Math.ceil(best.length / 2); tries > 0 && size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.length && tries > 0; ) {
      const without = [...best.slice(0, at), ...best.slice(at + size)];
      tries -= 1;
      if (without.length > 0 && (await fails(without))) best = without;
      else at += size;
    }
  }
  return best;
}
