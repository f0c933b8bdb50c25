import type { FaceProgress, FaceVerdictData } from '@loanmarket/shared-types/api';
import type { Calls } from './calls';
import { pause, type Capture } from './capture/capture';
import { endOf, Stopped, stoppedBy, type Stage } from './stage';
import { withTimeout, TimeoutError } from '@/base/withTimeout';
import { ApiError } from '@/lib/api/error';
import type { DeviceKey } from '@/lib/deviceKey/deviceKey';

/** The dependencies of a check. */
export interface CheckDependencies {
  calls: Calls;
  key: DeviceKey | null;
  capture: Capture;
  say: (stage: Stage) => void;
  /** Called when a step was done. */
  onStep: () => void;
  signal: AbortSignal;
}

/**
 * How often a call to a busy service is retried with the same data, and the maximum delay between retries in seconds.
 */
const BUSY_TRIES = 3;
const MAX_BUSY_DELAY_S = 5;

/**
 * Runs a face check from its token to its verdict: signs the nonce, films each step that the server draws, and requests
 * the verdict. Throws Stopped with the reason if it ends without a pass.
 */
export async function runCheck(means: CheckDependencies): Promise<FaceVerdictData> {
  const { calls, key, capture, signal, say } = means;
  try {
    if (!key) throw new Stopped('key');
    const { faceToken, nonce } = await patiently(() => calls.open(signal), signal);
    const signature = await key.sign(nonce);
    let progress = await patiently(() => calls.start(faceToken, signature, capture.pictures ?? false, signal), signal);
    while (progress.state === 'step') progress = await doStep(means, faceToken, progress);
    if (progress.state === 'failed') throw endOf(progress);
    say({ at: 'judging' });
    return await patiently(() => calls.verdict(faceToken, signal), signal);
  } catch (error) {
    if (signal.aborted) throw error;
    throw stoppedBy(error);
  }
}

async function doStep({ calls, capture, say, onStep, signal }: CheckDependencies, faceToken: string, { step, guidance, now }: FaceProgress): Promise<FaceProgress> {
  if (!step) throw new Stopped('000');
  const told = performance.now();
  // Uses the server's clock, because the phone's may be wrong.
  const left = Date.parse(step.latest) - Date.parse(now);
  const notBefore = Date.parse(step.earliest) - Date.parse(now);
  const frames = await withTimeout(left, (inner) => capture.film({ faceToken, step, guidance, say, signal: inner }), signal).catch((error: unknown) => {
    throw error instanceof TimeoutError ? new Stopped('003') : error;
  });
  say({ at: 'sending', step });
  // A borrower who reacts very fast would finish before the earliest time that the server accepts and would fail, so
  // the frames are sent no earlier.
  await pause(Math.max(0, notBefore - (performance.now() - told)), signal);
  const next = await patiently(() => calls.answer(faceToken, step, frames, signal), signal);
  if (next.state === 'done' || (next.state === 'step' && next.guidance === 'ok')) onStep();
  return next;
}

/** A busy service has not processed the call, so it is repeated after the delay that the service gives. */
async function patiently<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const wait = error instanceof ApiError ? error.details.retryAfter : undefined;
      if (attempt >= BUSY_TRIES || !(error instanceof ApiError) || error.status !== 503 || wait === undefined || wait > MAX_BUSY_DELAY_S) throw error;
      await pause(wait * 1000, signal);
    }
  }
}
