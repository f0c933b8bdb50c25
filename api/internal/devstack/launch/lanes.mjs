// Runs the steps of a test run in concurrent lanes.

/**
 * Runs the steps, { lane, name, work, after? }. The steps of a lane run one after the other, the lanes run concurrently, and
 * the lane `last` runs after all others. A step with `after` starts only after the step of that name has ended, if it is among
 * the steps. Returns the results of `runStep` in the order of the steps.
 */
export async function runLanes(steps, runStep) {
  const lanes = [...new Set(steps.map(({ lane }) => lane))].filter((lane) => lane !== 'last');
  const results = new Map();
  const ended = new Map(steps.map(({ name }) => {
    let tell;
    const told = new Promise((resolve) => (tell = resolve));
    return [name, { told, tell }];
  }));
  const runLane = async (lane) => {
    for (const step of steps.filter((other) => other.lane === lane)) {
      await ended.get(step.after)?.told;
      results.set(step, await runStep(step));
      ended.get(step.name).tell();
    }
  };
  await Promise.all(lanes.map(runLane));
  await runLane('last');
  return steps.map((step) => results.get(step));
}
