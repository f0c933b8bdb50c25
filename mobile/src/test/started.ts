/**
 * Records started timers and requested animation frames. Returns a function that cancels those that are left. Frames
 * are cancelled first: jsdom runs them with a timer of its own, and would believe that it is still running if only that
 * timer were stopped.
 */
export function noteStarted(): () => void {
  const { setTimeout, setInterval } = globalThis;
  // Tests of the build scripts run without animation frames.
  const { requestAnimationFrame } = globalThis as Partial<typeof globalThis>;
  const noting = <Id, Start extends (...call: never[]) => Id>(start: Start, ids: Id[]) =>
    new Proxy(start, {
      apply: (target, self, call) => {
        const id = Reflect.apply(target, self, call) as Id;
        ids.push(id);
        return id;
      },
    });
  const timers: NodeJS.Timeout[] = [];
  const frames: number[] = [];
  Object.assign(globalThis, {
    setTimeout: noting(setTimeout, timers),
    setInterval: noting(setInterval, timers),
    ...(requestAnimationFrame && { requestAnimationFrame: noting(requestAnimationFrame, frames) }),
  });
  return () => {
    frames.forEach((frame) => cancelAnimationFrame(frame));
    timers.forEach((timer) => clearTimeout(timer));
    Object.assign(globalThis, { setTimeout, setInterval, ...(requestAnimationFrame && { requestAnimationFrame }) });
  };
}
