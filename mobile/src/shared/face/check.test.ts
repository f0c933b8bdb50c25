import type { FaceProgress, FaceStep, FaceVerdictData } from '@loanmarket/shared-types/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Calls } from './calls';
import { runCheck, type CheckDependencies } from './check';
import type { Capture } from './capture/capture';
import { mayTryAgain, type Stage } from './stage';
import { ApiError } from '@/lib/api/error';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const stepOf = (number: number, nonce = `n${number}`): FaceStep => ({ kind: 'turn_left', stepNonce: nonce, number, count: 2, earliest: at(0), latest: at(25) });
const progress = (over: Partial<FaceProgress>): FaceProgress => ({ state: 'step', step: null, guidance: 'ok', result: '', now: at(0), retryAfter: 0, useSms: false, ...over });
const verdict: FaceVerdictData = { scene: 'login', enrolment: 'active', token: 'secret' };
const failure = (reason: string, status = 422, retryAfter?: number) => new ApiError(20700, `said ${reason}`, status, { reason, ...(retryAfter === undefined ? {} : { retryAfter }) });

function dependencies(over: { answers?: (FaceProgress | Error)[]; calls?: Partial<Calls>; film?: Capture['film']; key?: CheckDependencies['key'] } = {}) {
  const answers = [...(over.answers ?? [progress({ step: stepOf(2) }), progress({ state: 'done' })])];
  const stages: Stage[] = [];
  const onStep = vi.fn();
  const give = new AbortController();
  const calls: Calls = {
    open: async () => ({ faceToken: 'token', nonce: 'nonce', expiresAt: at(180), now: at(0) }),
    start: vi.fn(async () => progress({ step: stepOf(1) })),
    look: async () => 'ok',
    answer: vi.fn(async () => {
      const next = answers.shift()!;
      if (next instanceof Error) throw next;
      return next;
    }),
    verdict: async () => verdict,
    ...over.calls,
  };
  const film = vi.fn(over.film ?? (async () => [new Blob(['1'])]));
  const key = over.key === undefined ? { id: 'k', publicKey: 'p', sign: async (nonce: string) => `signed ${nonce}` } : over.key;
  const all: CheckDependencies = { calls, key, capture: { film, close: () => undefined }, say: (stage) => stages.push(stage), onStep, signal: give.signal };
  return { all, stages, onStep, film, calls, give };
}

const stopOf = (run: Promise<unknown>) => run.then(() => null, (error: unknown) => error);

afterEach(() => vi.useRealTimers());

describe('face check', () => {
  it('signs the nonce, answers each step with its own nonce, and requests the verdict', async () => {
    const { all, calls, stages, onStep } = dependencies();
    expect(await runCheck(all)).toEqual(verdict);
    expect(calls.start).toHaveBeenCalledWith('token', 'signed nonce', false, expect.anything());
    expect(vi.mocked(calls.answer).mock.calls.map(([, step]) => step.stepNonce)).toEqual(['n1', 'n2']);
    expect(onStep).toHaveBeenCalledTimes(2);
    expect(stages.map((stage) => stage.at)).toEqual(['sending', 'sending', 'judging']);
  });

  it('tells the server that a person takes each picture', async () => {
    const { all, calls } = dependencies();
    await runCheck({ ...all, capture: { ...all.capture, pictures: true } });
    expect(calls.start).toHaveBeenCalledWith('token', 'signed nonce', true, expect.anything());
  });

  it('repeats a step with the guidance of the server, and counts it once', async () => {
    const again = progress({ step: stepOf(1, 'n1b'), guidance: 'capture_failed' });
    const { all, film, onStep } = dependencies({ answers: [again, progress({ step: stepOf(2) }), progress({ state: 'done' })] });
    await runCheck(all);
    expect(film.mock.calls.map(([{ guidance, step }]) => [guidance, step.stepNonce])).toEqual([['ok', 'n1'], ['capture_failed', 'n1b'], ['ok', 'n2']]);
    expect(onStep).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['not_passed', { result: 'not_passed', retryAfter: 30 }, 30],
    ['003', { result: '003' }, 0],
    ['000', { result: '000' }, 0],
    ['use_sms', { result: 'not_passed', useSms: true, retryAfter: 1800 }, 1800],
  ] as const)('ends with %s when the server ends it', async (why, over, retryAfter) => {
    const { all } = dependencies({ answers: [progress({ state: 'failed', ...over })] });
    expect(await stopOf(runCheck(all))).toMatchObject({ why, retryAfter });
  });

  it.each([
    ['face_not_passed', 'not_passed', true],
    ['face_use_sms', 'use_sms', false],
    ['face_step_up', 'step_up', false],
    ['face_wait', 'wait', true],
    ['face_token_expired', '003', true],
    ['face_key_wrong', 'key', false],
    ['face_key_needed', 'key', false],
    ['face_not_enrolled', 'refused', false],
  ] as const)('the refusal %s ends it with %s', async (reason, why, again) => {
    const { all } = dependencies({ calls: { verdict: () => Promise.reject(failure(reason)) } });
    expect(await stopOf(runCheck(all))).toMatchObject({ why });
    expect(mayTryAgain(why)).toBe(again);
  });

  it('retries a busy service with the same frames, and ends with 000 if it stays busy', async () => {
    vi.useFakeTimers();
    const busy = () => failure('face_unavailable', 503, 2);
    const once = dependencies({ answers: [busy(), progress({ state: 'done' })] });
    const passed = runCheck(once.all);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await passed).toEqual(verdict);
    expect(once.film).toHaveBeenCalledTimes(1);

    const ever = dependencies({ answers: [busy(), busy(), busy()] });
    const stopped = stopOf(runCheck(ever.all));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await stopped).toMatchObject({ why: '000' });
  });

  it('retries a service that is busy before the first step', async () => {
    vi.useFakeTimers();
    const busy = failure('system_busy', 503, 1);
    const { all, calls } = dependencies();
    vi.mocked(calls.start).mockRejectedValueOnce(busy);
    const open = vi.spyOn(calls, 'open').mockRejectedValueOnce(busy);
    const passed = runCheck(all);
    passed.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await passed).toEqual(verdict);
    expect([open, calls.start].map((call) => vi.mocked(call).mock.calls.length)).toEqual([2, 2]);
  });

  it('ends with lost if there is no connection, and with key if the phone has no key', async () => {
    expect(await stopOf(runCheck(dependencies({ answers: [new ApiError('F0000', 'busy', 0)] }).all))).toMatchObject({ why: 'lost' });
    expect(await stopOf(runCheck(dependencies({ key: null }).all))).toMatchObject({ why: 'key' });
  });

  it('delays a step that was done sooner than the server accepts it, by the server clock', async () => {
    vi.useFakeTimers();
    const first = progress({ step: { ...stepOf(1), earliest: at(0.7) } });
    const { all, calls, stages } = dependencies({
      calls: { start: async () => first },
      film: () => new Promise((done) => setTimeout(done, 400, [new Blob(['1'])])),
      answers: [progress({ state: 'done' })],
    });
    const passed = runCheck(all);
    await vi.advanceTimersByTimeAsync(650);
    expect(stages.at(-1)).toMatchObject({ at: 'sending' });
    expect(calls.answer).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(50);
    expect(calls.answer).toHaveBeenCalledTimes(1);
    expect(await passed).toEqual(verdict);
  });

  it('ends with 003 if a step is not done in time, by the server clock', async () => {
    vi.useFakeTimers();
    const { all, calls } = dependencies({ film: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone')))) });
    const stopped = stopOf(runCheck(all));
    await vi.advanceTimersByTimeAsync(25_000);
    expect(await stopped).toMatchObject({ why: '003' });
    expect(calls.answer).not.toHaveBeenCalled();
  });

  it('passes on the error of an aborted step', async () => {
    const { all, give } = dependencies({ film: async () => {
      give.abort();
      throw new Error('gone');
    } });
    expect(await stopOf(runCheck(all))).toMatchObject({ message: 'gone' });
  });
});
