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
const serving = (version: string) => async () => new Response(JSON.stringify({ version }));

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

describe('in the middle of something', () => {
  beforeAll(watchTyping);
  afterEach(() => document.body.replaceChildren());

  /** A field with typed text. */
  function typed(value: string): HTMLInputElement {
    const field = document.body.appendChild(document.createElement('input'));
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return field;
  }

  it('waits with the reload until the navigation after what was typed is done with', async () => {
    await check(serving('a'));
    await check(serving('b'));
    vi.advanceTimersByTime(100);
    const field = typed('500.000');
    vi.advanceTimersByTime(1_000);
    await check(serving('b'));
    vi.advanceTimersByTime(1_000);
    expect(reload, 'the field is still there').not.toHaveBeenCalled();
    field.remove();
    vi.advanceTimersByTime(60_000);
    expect(reload, 'nobody navigates').not.toHaveBeenCalled();
    void check(() => new Promise(() => undefined));
    vi.advanceTimersByTime(150);
    expect(reload, 'without asking again').toHaveBeenCalledTimes(1);
  });

  it('waits with the reload for the answer to a call that changes something', async () => {
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

  it('does not wait for a field that is empty again', async () => {
    await check(serving('a'));
    typed('');
    await check(serving('b'));
    vi.advanceTimersByTime(150);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

it('never reloads when the version cannot be kept', async () => {
  await check(serving('a'));
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  await check(serving('b'));
  vi.runAllTimers();
  expect(reload).not.toHaveBeenCalled();
});

it('lets an unreachable or broken version file be', async () => {
  await check(async () => Promise.reject(new Error('offline')));
  await check(async () => new Response('<html>'));
  vi.runAllTimers();
  expect(reload).not.toHaveBeenCalled();
});
