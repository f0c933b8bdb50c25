import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearChat, showChat, startChat } from './chat';
import { FakeChatwoot } from '@/test/chatwoot';

const first = { identifier: 'm-1.d-1', identifierHash: 'abc' };
const second = { identifier: 'm-2.d-1', identifierHash: 'def' };
const named = ({ identifier, identifierHash }: typeof first) => ['setUser', identifier, { identifier_hash: identifierHash, name: identifier }];
const widget = new FakeChatwoot();

beforeEach(() => {
  vi.useFakeTimers();
  widget.calls.length = 0;
  showChat(true);
});
afterEach(async () => {
  clearChat();
  await load();
  document.head.querySelectorAll('script').forEach((script) => script.remove());
  vi.useRealTimers();
});

const start = (who: typeof first) => startChat('https://chat.example', 'inbox', who, 'vi');
const frame = () => document.getElementById('chatwoot_live_chat_widget');

/** The widget's frame has loaded. */
async function load(): Promise<void> {
  widget.load();
  await vi.advanceTimersByTimeAsync(0);
}

// The first test, because the widget loads once in the life of a page.
it('resets a widget that loads after the log-out, because its cookie may be of somebody else', async () => {
  start(first);
  showChat(false);
  clearChat();
  await load();
  expect(widget.calls.filter(([name]) => name === 'setUser' || name === 'reset')).toEqual([['reset']]);
});

it('identifies the borrower in a way that the widget accepts, and then shows the bubble', async () => {
  start(first);
  await load();
  expect(widget.calls).toContainEqual(named(first));
  expect(widget.calls.at(-1)).toEqual(['bubble', 'show']);
});

it.each([true, false])('resets the widget once after a log-out, whether or not it then reports that it is ready: %s', async (repeatsReady) => {
  widget.repeatsReady = repeatsReady;
  start(first);
  clearChat();
  for (let round = 0; round < 3; round += 1) await load();
  expect(widget.calls.filter(([name]) => name === 'reset')).toHaveLength(1);
  expect(widget.calls.at(-1)).toEqual(['bubble', 'hide']);
});

it('identifies the next borrower only once the frame has loaded again, and shows no bubble before', async () => {
  start(first);
  clearChat();
  start(second);
  showChat(true);
  expect(widget.calls.at(-1)).toEqual(['reset']);
  await load();
  expect(widget.calls).toContainEqual(named(second));
  expect(widget.calls.at(-1)).toEqual(['bubble', 'show']);
  expect(widget.calls.filter(([name]) => name === 'lost')).toEqual([]);
});

it('believes only the frame of the widget that it has loaded', async () => {
  start(first);
  clearChat();
  start(second);
  widget.say(window);
  await vi.advanceTimersByTimeAsync(0);
  expect(widget.calls.filter(([name]) => name === 'lost')).toEqual([]);
  await load();
  expect(widget.calls).toContainEqual(named(second));
});

it('resets the widget in a new frame, because one that goes on adds an entry to the history, and back would do nothing', () => {
  start(first);
  const before = frame();
  clearChat();
  expect(before?.isConnected).toBe(false);
  expect(frame()?.isConnected).toBe(true);
});
