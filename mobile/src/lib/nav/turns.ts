const TURNS = 20;
const TURN_MS = 100;

/**
 * Calls `then` after what has to be heard of in two seconds was not. Counts turns of the page, not time: one that stood still for
 * seconds, as on a slow phone, hears first of what happened meanwhile. Returns how to stop.
 */
export function afterTurns(then: () => void): () => void {
  let timer = 0;
  const wait = (turns: number) => {
    timer = window.setTimeout(() => (turns > 1 ? wait(turns - 1) : then()), TURN_MS);
  };
  wait(TURNS);
  return () => clearTimeout(timer);
}
