// How the steps of a test run stand beside each other.

/**
 * Runs the steps, { lane, name, work, after? }: those of a lane one after the other, the lanes beside each other, the lane `last`
 * when all others have ended. A step with `after` begins no earlier than the step of that name has ended, if it is among them.
 * Answers with what `runStep` says of each, in the order of the steps.
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
