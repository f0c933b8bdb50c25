import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runLanes } from './lanes.mjs';
import { everyStep } from './plan.mjs';

/** Runs steps that take one turn of the event loop per tick, and records when each began and ended. */
async function told(steps) {
  const said = [];
  const results = await runLanes(steps, async ({ name, ticks = 1 }) => {
    said.push(`+${name}`);
    for (let i = 0; i < ticks; i++) await new Promise((resolve) => setImmediate(resolve));
    said.push(`-${name}`);
    return name.toUpperCase();
  });
  return { said: said.join(' '), results };
}

test('the steps of a lane follow one another, the lanes stand beside each other, and the last comes last', async () => {
  const { said, results } = await told([{ lane: 'last', name: 'z' }, { lane: 'a', name: 'a1', ticks: 5 }, { lane: 'b', name: 'b1' }, { lane: 'b', name: 'b2' }]);
  assert.equal(said, '+a1 +b1 -b1 +b2 -b2 -a1 +z -z');
  assert.deepEqual(results, ['Z', 'A1', 'B1', 'B2']);
});

test('a step waits for the one that it comes after, and for none that is not run', async () => {
  const { said } = await told([{ lane: 'a', name: 'a1', ticks: 5 }, { lane: 'a', name: 'a2', ticks: 5 }, { lane: 'b', name: 'b1', after: 'a1' }, { lane: 'c', name: 'c1', after: 'none' }]);
  assert.match(said, /^\+a1 \+c1 -c1 -a1 (\+a2 \+b1|\+b1 \+a2) -b1 -a2$/);
});

test('what waits for a step stands behind everything else of its lane, and the step is there', () => {
  const steps = everyStep();
  for (const [index, { lane, after }] of steps.entries()) {
    if (!after) continue;
    assert.ok(steps.some(({ name }) => name === after), `there is no step ${after}`);
    assert.ok(!steps.slice(index + 1).some((other) => other.lane === lane));
  }
  assert.ok(steps.some(({ name, after }) => name === 'mobile: test' && after === 'go test'));
});
