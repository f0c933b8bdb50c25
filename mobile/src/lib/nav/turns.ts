const TURNS = 20;
const TURN_MS = 100;

/**
 * Calls `then` if an expected event has not occurred within about two seconds. It counts timer turns instead of time,
 * so that a page that was frozen for seconds, as on a slow phone, first processes the events of that time. Returns a
 * function that cancels it.
 */
export function afterTurns(then: () => void): () => void {
  let timer = 0;
  const wait = (turns: number) => {
    timer = window.setTimeout(() => (turns > 1 ? wait(turns - 1) : then()), TURN_MS);
  };
  wait(TURNS);
  return () => clearTimeout(timer);
}
