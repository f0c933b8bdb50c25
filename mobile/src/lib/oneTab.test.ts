import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The module as another tab has it. */
async function openTab() {
  vi.resetModules();
  return (await import('./oneTab')).inOneTab;
}

/** Work that ends when it is told to. */
function job() {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const begun = vi.fn(() => ended);
  return { begun, end };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Grants locks one after the other, for all tabs. */
function webLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return { request: vi.fn((_name: string, work: () => unknown) => (last = last.then(work))) };
}

describe.each([
  ['with Web Locks', webLocks],
  ['without Web Locks', () => undefined],
])('two tabs %s', (_, locks) => {
  beforeEach(() => Object.defineProperty(navigator, 'locks', { value: locks(), configurable: true }));

  it('work one after the other, also if they begin at the same moment and the work is long', async () => {
    const [one, two] = [await openTab(), await openTab()];
    const [first, second] = [job(), job()];
    void one('upload', first.begun);
    void two('upload', second.begun);
    await pass(60_000);
    const works = [first, second].filter(({ begun }) => begun.mock.calls.length > 0);
    expect(works).toHaveLength(1);
    works[0]!.end();
    await pass(1_000);
    expect(first.begun).toHaveBeenCalledTimes(1);
    expect(second.begun).toHaveBeenCalledTimes(1);
    first.end();
    second.end();
    await pass(1_000);
    expect(localStorage).toHaveLength(0);
  });
});

it('a tab takes over from one that was killed, after ten seconds of silence', async () => {
  const killed = await openTab();
  void killed('upload', job().begun);
  await pass(200);
  vi.clearAllTimers();
  const next = job();
  void (await openTab())('upload', next.begun);
  await pass(9_000);
  expect(next.begun).not.toHaveBeenCalled();
  await pass(2_000);
  expect(next.begun).toHaveBeenCalledTimes(1);
});

it('a tab takes over from one that was reloaded at once', async () => {
  void (await openTab())('upload', job().begun);
  await pass(200);
  window.dispatchEvent(new Event('pagehide'));
  const next = job();
  void (await openTab())('upload', next.begun);
  await pass(200);
  expect(next.begun).toHaveBeenCalledTimes(1);
});

it('a waiting tab stops waiting when its work is dropped', async () => {
  void (await openTab())('upload', job().begun);
  await pass(200);
  const turn = new AbortController();
  const dropped = (await openTab())('upload', async () => 'dropped', turn.signal);
  turn.abort();
  await pass(500);
  expect(await dropped).toBe('dropped');
});
