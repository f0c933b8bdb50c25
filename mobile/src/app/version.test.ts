import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkVersion } from './version';
import { watchTyping } from './workInHand';
import { removeLocal } from '@/base/storage/local';
import { api } from '@/lib/api';

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  // Values that a storage rejected last as long as the page, and all tests here share one page.
  removeLocal('version');
  removeLocal('versionReloaded');
  reload.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function check(answer: () => Promise<Response>): Promise<void> {
  vi.stubGlobal('fetch', answer);
  await checkVersion(reload);
}
const serving = (version: string) => async () => new Response(JSON.stringify({ version }), { headers: { Date: new Date().toUTCString() } });

it('stores the version of the first visit without a reload', async () => {
  await check(serving('a'));
  vi.runAllTimers();
  expect(reload).not.toHaveBeenCalled();
});

// spec: 7.version, 4.guard-version
it('reloads 150 ms after a newer version shows up, and only once', async () => {
  await check(serving('a'));
  await check(serving('b'));
  vi.advanceTimersByTime(149);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledTimes(1);
  await check(serving('b'));
  vi.runAllTimers();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('reloads once while a deploy answers with two versions in turn, and again for a rollback', async () => {
  await check(serving('a'));
  for (const version of ['b', 'a', 'b', 'a', 'a']) {
    await check(serving(version));
    vi.advanceTimersByTime(30_000);
  }
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(600_000);
  await check(serving('b'));
  vi.advanceTimersByTime(150);
  expect(reload, 'it is the version that the page has').toHaveBeenCalledTimes(1);
  await check(serving('a'));
  vi.advanceTimersByTime(150);
  expect(reload).toHaveBeenCalledTimes(2);
});

describe('with unfinished work', () => {
  beforeAll(watchTyping);
  afterEach(() => document.body.replaceChildren());

  /** A field with typed text. */
  function typed(value: string): HTMLInputElement {
    const field = document.body.appendChild(document.createElement('input'));
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return field;
  }

  it('delays the reload until the first navigation after the typed field is gone', async () => {
    await check(serving('a'));
    await check(serving('b'));
    vi.advanceTimersByTime(100);
    const field = typed('500.000');
    vi.advanceTimersByTime(1_000);
    await check(serving('b'));
    vi.advanceTimersByTime(1_000);
    expect(reload, 'while the typed field is on the page').not.toHaveBeenCalled();
    field.remove();
    vi.advanceTimersByTime(60_000);
    expect(reload, 'before the next navigation').not.toHaveBeenCalled();
    void check(() => new Promise(() => undefined));
    vi.advanceTimersByTime(150);
    expect(reload, 'without waiting for the pending version check').toHaveBeenCalledTimes(1);
  });

  it('delays the reload until the response of a mutation has arrived', async () => {
    await check(serving('a'));
    let answer: (response: Response) => void = () => undefined;
    vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = resolve)));
    const sent = api('order/cancel', { orderId: '1' }, { toast: false });
    await check(serving('b'));
    vi.advanceTimersByTime(1_000);
    expect(reload).not.toHaveBeenCalled();
    answer(new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: {} })));
    await sent;
    await check(serving('b'));
    vi.advanceTimersByTime(150);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does not delay the reload for a field that is empty again', async () => {
    await check(serving('a'));
    typed('');
    await check(serving('b'));
    vi.advanceTimersByTime(150);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

it('never reloads if the version cannot be stored', async () => {
  await check(serving('a'));
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  await check(serving('b'));
  vi.runAllTimers();
  expect(reload).not.toHaveBeenCalled();
});

it('ignores an unreachable or invalid version file', async () => {
  await check(async () => Promise.reject(new Error('offline')));
  await check(async () => new Response('<html>'));
  vi.runAllTimers();
  expect(reload).not.toHaveBeenCalled();
});
