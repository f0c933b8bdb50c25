/**
 * Notes the timers that are started and the frames that are asked for; what is returned ends those that are left. Frames first:
 * jsdom draws them by a timer of its own, and believes that it still runs when only that is stopped.
 */
export function noteStarted(): () => void {
  const { setTimeout, setInterval } = globalThis;
  // Tests of the build's scripts run without frames.
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
