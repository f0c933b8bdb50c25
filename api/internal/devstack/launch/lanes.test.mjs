import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runLanes } from './lanes.mjs';
import { everyStep } from './plan.mjs';

/** Runs steps that take one turn of the event loop per tick, and records when each began and ended. */
async function runRecorded(steps) {
  const events = [];
  const results = await runLanes(steps, async ({ name, ticks = 1 }) => {
    events.push(`+${name}`);
    for (let i = 0; i < ticks; i++) await new Promise((resolve) => setImmediate(resolve));
    events.push(`-${name}`);
    return name.toUpperCase();
  });
  return { events: events.join(' '), results };
}

test('steps of a lane run in order, lanes run concurrently, and lane last runs at the end', async () => {
  const { events, results } = await runRecorded([{ lane: 'last', name: 'z' }, { lane: 'a', name: 'a1', ticks: 5 }, { lane: 'b', name: 'b1' }, { lane: 'b', name: 'b2' }]);
  assert.equal(events, '+a1 +b1 -b1 +b2 -b2 -a1 +z -z');
  assert.deepEqual(results, ['Z', 'A1', 'B1', 'B2']);
});

test('a step waits for its predecessor, unless that is not run', async () => {
  const { events } = await runRecorded([{ lane: 'a', name: 'a1', ticks: 5 }, { lane: 'a', name: 'a2', ticks: 5 }, { lane: 'b', name: 'b1', after: 'a1' }, { lane: 'c', name: 'c1', after: 'none' }]);
  assert.match(events, /^\+a1 \+c1 -c1 -a1 (\+a2 \+b1|\+b1 \+a2) -b1 -a2$/);
});

test('a step that waits for another is the last of its lane, and the other exists', () => {
  const steps = everyStep();
  for (const [index, { lane, after }] of steps.entries()) {
    if (!after) continue;
    assert.ok(steps.some(({ name }) => name === after), `missing step ${after}`);
    assert.ok(!steps.slice(index + 1).some((other) => other.lane === lane));
  }
  assert.ok(steps.some(({ name, after }) => name === 'mobile: test' && after === 'go test'));
});
