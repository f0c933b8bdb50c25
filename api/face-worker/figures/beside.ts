import { steps, type Step } from '../src/liveness/steps';
import { film, puppet } from '../test/puppet/camera';
import { scripts } from '../test/puppet/scripts';
import { WorkerProcess } from '../test/support/process';
import { quantile, type Line } from './line';

const CHECKS = 20;
/** A request of a visitor that reads the database, sent at a fixed interval. */
const CALL = '/app/loan/list';
const EVERY_MS = 50;
const ALONE_MS = 15_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Measures how long other requests to a running stack take while many checks run at the same time, compared with an otherwise
 * idle machine: they share its processors.
 */
export async function beside(stack: string): Promise<Line[]> {
  const worker = await WorkerProcess.start().then((started) => started.ready());
  try {
    const films = new Map<Step, string[]>();
    const actor = await puppet();
    for (const step of steps) films.set(step, (await film(actor, scripts[step])).map((frame) => frame.toString('base64')));
    await calls(stack, pause(ALONE_MS / 5));
    const alone = await calls(stack, pause(ALONE_MS));
    const began = performance.now();
    const passed = Promise.all(Array.from({ length: CHECKS }, (_, n) => check(worker, films, n)));
    const during = await calls(stack, passed);
    const [before, after] = [quantile(alone, 0.95), quantile(during, 0.95)];
    return [
      { name: 'other calls, 95 of 100, alone, ms', value: Math.round(before * 10) / 10 },
      { name: `other calls, 95 of 100, beside ${CHECKS} checks at once, ms`, value: Math.round(after * 10) / 10 },
      { name: 'how many times as long', value: after / before, limit: { most: 2 } },
      { name: `${CHECKS} checks at once, all of them, s`, value: (performance.now() - began) / 1000 },
      { name: `steps of them that passed, of ${CHECKS * 3}`, value: (await passed).reduce((sum, n) => sum + n, 0) },
    ];
  } finally {
    await worker.stop();
  }
}

/**
 * Sends requests at a fixed interval until a promise settles, however long the responses take; returns how long each took, in
 * ms.
 */
async function calls(stack: string, over: Promise<unknown>): Promise<number[]> {
  const took: Promise<number>[] = [];
  let ended = false;
  const end = over.then(() => (ended = true));
  while (!ended) {
    took.push(call(stack));
    await pause(EVERY_MS);
  }
  await end;
  return Promise.all(took);
}

async function call(stack: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(stack + CALL, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${CALL} answered ${answer.status}`);
  return performance.now() - began;
}

/** Runs one check of three steps; retries when the worker is busy, after the time it asks for. Returns how many steps passed. */
async function check(worker: WorkerProcess, films: ReadonlyMap<Step, string[]>, n: number): Promise<number> {
  let [state, passed]: [unknown, number] = [null, 0];
  for (let i = 0; i < 3; i++) {
    const step = steps[(n + i * 2) % steps.length] as Step;
    let reply = await worker.post('/v1/step', { step, frames: films.get(step), state });
    while (reply.status === 503) {
      await pause(Number(reply.headers.get('retry-after') ?? 1) * 1000);
      reply = await worker.post('/v1/step', { step, frames: films.get(step), state });
    }
    state = reply.body.state;
    if (reply.body.verdict === 'pass') passed++;
  }
  return passed;
}
