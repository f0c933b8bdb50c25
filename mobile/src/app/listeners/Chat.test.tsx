import { act } from '@testing-library/react';
import { createMemoryHistory } from 'history';
import { Router } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Chat } from './Chat';
import { galleryConfig } from '@/gallery/config';
import { setConfig } from '@/lib/config';
import { endSession, startSession } from '@/lib/session';
import { FakeChatwoot } from '@/test/chatwoot';
import { renderInVietnam } from '@/test/render';

const scripts = () => Array.from(document.head.querySelectorAll('script')).map(({ src }) => src);
/** Made once, as the page loads the widget once. */
let widget: FakeChatwoot | undefined;
const told = () => widget?.calls ?? [];
const borrower = (identifier: string) => ['setUser', identifier, { identifier_hash: 'abc', name: identifier }];
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const asked: string[] = [];
/**
 * The server's response to the identity call waits for this promise. It is resolved before each test, so that the
 * response is immediate.
 */
let answer: Promise<void>;

beforeEach(async () => {
  // Loads the widget before the fake timers start, so that it starts within the time that a test waits.
  await import('@/lib/chat');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  document.head.querySelectorAll('script').forEach((node) => node.remove());
  told().length = 0;
  asked.length = 0;
  answer = Promise.resolve();
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(url);
    await answer;
    const identifier = headers.token === 'secret' ? 'm-1' : 'm-2';
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { identifier, identifierHash: 'abc' } }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  endSession();
});

// spec: 1.chat, 4.logout-clears
it('does not load the widget if the borrower logs out before the identity response', async () => {
  let give = () => undefined as void;
  answer = new Promise((resolve) => (give = resolve));
  await renderInVietnam(
    <Router history={createMemoryHistory({ initialEntries: ['/m/home/mine'] })}>
      <Chat />
    </Router>,
  );
  act(() => setConfig({ ...galleryConfig, entId: 'inbox', chat: { ...galleryConfig.chat, baseUrl: 'https://chat.example' } }));
  act(() => startSession('secret', '0912345678'));
  await pass(2000);
  await vi.waitFor(() => expect(asked).toEqual(['/app/chat/identity']));
  act(() => endSession());
  give();
  await pass(1000);
  expect(scripts()).toEqual([]);
});

it('does not load the widget in an app opened on the payment page, whose CSP forbids other hosts', async () => {
  await renderInVietnam(
    <Router history={createMemoryHistory({ initialEntries: ['/m/home/mine'] })}>
      <Chat opened="/m/repay/normal" />
    </Router>,
  );
  act(() => setConfig({ ...galleryConfig, entId: 'inbox', chat: { ...galleryConfig.chat, baseUrl: 'https://chat.example' } }));
  act(() => startSession('secret', '0912345678'));
  await pass(3000);
  expect(asked).toEqual([]);
  expect(scripts()).toEqual([]);
});

// spec: 1.chat, 4.logout-clears
it('loads the widget only after a login, and resets it when the session ends', async () => {
  await renderInVietnam(
    <Router history={createMemoryHistory({ initialEntries: ['/m/home/mine'] })}>
      <Chat />
    </Router>,
  );
  act(() => setConfig({ ...galleryConfig, entId: 'inbox', chat: { ...galleryConfig.chat, baseUrl: 'https://chat.example' } }));
  await pass(10_000);
  expect(asked, 'no identity request for a visitor').toEqual([]);
  expect(scripts()).toEqual([]);

  act(() => startSession('secret', '0912345678'));
  await pass(2000);
  await vi.waitFor(() => expect(scripts()).toEqual(['https://chat.example/packs/js/sdk.js']));
  widget = new FakeChatwoot();
  act(() => widget?.load());
  expect(told()).toContainEqual(borrower('m-1'));
  expect(told()).not.toContainEqual(['reset']);

  told().length = 0;
  act(() => endSession());
  await vi.waitFor(() => expect(told()).toContainEqual(['reset']));
  expect(told()).not.toContainEqual(['bubble', 'show']);
  widget.load();
  await pass(0);
});

it('shows another borrower, who has logged in in another tab, their own conversation', async () => {
  startSession('secret', '0912345678');
  await renderInVietnam(
    <Router history={createMemoryHistory({ initialEntries: ['/m/home/mine'] })}>
      <Chat />
    </Router>,
  );
  act(() => setConfig({ ...galleryConfig, entId: 'inbox', chat: { ...galleryConfig.chat, baseUrl: 'https://chat.example' } }));
  await pass(2000);
  await vi.waitFor(() => expect(told()).toContainEqual(borrower('m-1')));
  told().length = 0;
  act(() => startSession('secret of another', '0987654321'));
  await vi.waitFor(() => expect(told()).toContainEqual(['reset']));
  widget?.load();
  await pass(2000);
  await vi.waitFor(() => expect(told()).toContainEqual(borrower('m-2')));
  expect(told().filter(([call, state]) => call === 'setUser' || state === 'show'), 'nobody sees the bubble before').toEqual([borrower('m-2'), ['bubble', 'show']]);
});
