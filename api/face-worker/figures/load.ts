import { readFileSync } from 'node:fs';
import { steps } from '../src/liveness/steps';
import { film, puppet } from '../test/puppet/camera';
import { scripts } from '../test/puppet/scripts';
import { WorkerProcess } from '../test/support/process';
import { quantile, type Line } from './line';

/**
 * After this many checks a worker is warm. From then on its memory may grow by this factor: the memory pools of the kernels
 * vary in size.
 */
const WARM = 20;
const GROWTH = 1.15;

/** The resident memory of a process in MB; only on Linux. */
function memory(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return NaN;
  }
}

/** Runs checks of three steps through a worker process, one after the other, for at most `most` ms. */
export async function load(wanted: number, most: number): Promise<Line[]> {
  const began = performance.now();
  const worker = await WorkerProcess.start().then((started) => started.ready());
  const start = performance.now() - began;
  try {
    const pid = worker.child.pid as number;
    const actor = await puppet();
    const films = new Map<string, string[]>();
    // One after the other: they share the canvas.
    for (const step of steps) films.set(step, (await film(actor, scripts[step])).map((frame) => frame.toString('base64')));
    const took: number[] = [];
    let [passed, warm, state]: [number, number, unknown] = [0, NaN, null];
    let checks = 0;
    for (const from = performance.now(); checks < wanted && performance.now() - from < most; checks++) {
      const check = checks;
      state = null;
      for (let n = 0; n < 3; n++) {
        const step = steps[(check + n * 2) % steps.length] as (typeof steps)[number];
        const before = performance.now();
        const { body } = await worker.post('/v1/step', { step, frames: films.get(step), state });
        took.push(performance.now() - before);
        state = body.state;
        if (body.verdict === 'pass') passed++;
      }
      if (check === WARM) warm = memory(pid);
    }
    return [
      { name: 'from start to the first answer, ms', value: Math.round(start) },
      { name: `steps that passed, of ${checks * 3}`, value: passed },
      { name: 'a step, median, ms', value: Math.round(quantile(took, 0.5)) },
      { name: 'a step, 95 of 100, ms', value: Math.round(quantile(took, 0.95)), limit: { most: 900 } },
      ...(Number.isNaN(warm) ? [] : [{ name: `memory after ${WARM} checks, MB`, value: Math.round(warm) }]),
      { name: `memory after ${checks} checks, MB`, value: Math.round(memory(pid)), ...(!Number.isNaN(warm) && { limit: { most: Math.round(warm * GROWTH) } }) },
    ];
  } finally {
    await worker.stop();
  }
}
