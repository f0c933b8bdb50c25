/** What the monkey can do. */
export type Kind = 'tap' | 'type' | 'back' | 'tab' | 'go' | 'reload' | 'offline' | 'online' | 'slow' | 'window' | 'login';

/** One step: `which` of the things that can be touched by then, and `what` is done to it; both in [0, 1). */
export interface Step {
  kind: Kind;
  which: number;
  what: number;
}

/** How often each kind comes, of a hundred. The network comes back sooner than it goes. */
const OFTEN: readonly (readonly [Kind, number])[] = [
  ['tap', 45.5], ['type', 18], ['back', 9], ['go', 7], ['tab', 6], ['reload', 3], ['slow', 3], ['window', 2], ['offline', 2], ['online', 4], ['login', 0.5],
];

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The steps of a seed. */
export function stepsOf(seed: number, count: number): Step[] {
  const next = random(seed);
  const kind = () => {
    let left = next() * 100;
    return OFTEN.find(([, share]) => (left -= share) < 0)?.[0] ?? 'tap';
  };
  // Cut to what is printed, so that a list that is read from a print is the same.
  const cut = () => Math.floor(next() * 1000) / 1000;
  return Array.from({ length: count }, () => ({ kind: kind(), which: cut(), what: cut() }));
}

export const print = (steps: readonly Step[]) => steps.map(({ kind, which, what }) => `${kind}:${which}:${what}`).join(' ');

/** Reads a list as it is printed. */
export function read(list: string): Step[] {
  return list.trim().split(/\s+/).map((one) => {
    const [kind, which, what] = one.split(':');
    return { kind: kind as Kind, which: Number(which ?? 0), what: Number(what ?? 0) };
  });
}

/**
 * A shorter list that still fails, by leaving out parts that halve (delta debugging), in so many tries at most. Pages wait for
 * servers, so a list that fails again is kept and one that does not says nothing.
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
