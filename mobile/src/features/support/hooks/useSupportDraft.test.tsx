import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { useSupportDraft, useDraftStart } from './useSupportDraft';
import { writeLocal } from '@/base/storage/local';
import { queryClient } from '@/lib/queryClient';
import { hasUnsaved, setUnsaved } from '@/lib/unsaved';

const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
const empty = { text: '', fileIds: [] as string[], orderId: '' };

it('a change through an outdated callback is applied to the current form, and the message has both changes', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { savedAt: '2026-06-14T03:00:00Z' } })));
  const { result } = renderHook(() => useSupportDraft('message', empty), {
    wrapper,
  });
  const { change: asItWas } = result.current;
  act(() => result.current.change({ text: 'Phí này là gì?' }));
  act(() => asItWas({ fileIds: ['a'] }));
  const both = { text: 'Phí này là gì?', fileIds: ['a'], orderId: '' };
  expect(result.current.values).toEqual(both);
  const sent = vi.fn(async () => undefined);
  await act(() => result.current.sending(sent));
  expect(sent).toHaveBeenCalledWith(both);
  vi.unstubAllGlobals();
});

it('a sent message leaves no draft, even if it was edited while being sent or an earlier attempt failed', async () => {
  vi.useFakeTimers();
  const drafts: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('support/saveDraft')) drafts.push((JSON.parse(String(init.body)) as { data: unknown }).data);
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { savedAt: '2026-06-14T03:00:00Z' } }));
  });
  const { result } = renderHook(() => useSupportDraft('message', empty), {
    wrapper,
  });
  const pause = () => act(() => vi.advanceTimersByTimeAsync(2_000));
  act(() => result.current.change({ text: 'Phí này là gì?' }));
  await expect(act(() => result.current.sending(async () => Promise.reject(new Error('the response was lost'))))).rejects.toThrow();
  await pause();
  expect(drafts, 'the draft is kept, since the message may not have been accepted').toEqual([{ text: 'Phí này là gì?', fileIds: [], orderId: '' }]);
  await act(() =>
    result.current.sending(async () => {
      result.current.change({ text: 'Phí này là gì? Cảm ơn.' });
      await vi.advanceTimersByTimeAsync(2_000);
    }),
  );
  await pause();
  expect(drafts.slice(1)).toEqual([null]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('input that is not saved yet is restored when the form is opened again on a phone without storage', async () => {
  expect(typeof indexedDB).toBe('undefined');
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('support/saveDraft')
      ? new Promise(() => undefined)
      : new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { data: { text: 'Phí' }, savedAt: '2026-06-14T03:00:00Z' } })),
  );
  const form = renderHook(() => useSupportDraft('complaint', empty), { wrapper });
  act(() => form.result.current.change({ text: 'Phí này' }));
  act(() => void window.dispatchEvent(new Event('online'))); // the save starts
  act(() => form.result.current.change({ text: 'Phí này là gì?' }));
  form.unmount();
  const again = renderHook(() => useDraftStart('complaint', empty), { wrapper });
  await vi.waitFor(() => expect(again.result.current.data).toEqual({ ...empty, text: 'Phí này là gì?' }));
  vi.unstubAllGlobals();
});

// Not the form of the test before, whose page was left with a save that never ends.
it('changes made elsewhere are kept, and changes of this tab alone are saved over them', async () => {
  vi.useFakeTimers();
  const saved: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('support/saveDraft')) saved.push((JSON.parse(String(init.body)) as { data: unknown }).data);
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { data: { text: 'Phí', fileIds: ['b'], orderId: '' }, savedAt: '2026-06-14T03:00:00Z' } }));
  });
  writeLocal('saved:message', '2026-06-14T02:00:00Z');
  queryClient.setQueryData(['support/draft', { name: 'message' }], { data: { text: '', fileIds: [], orderId: '' }, savedAt: '2026-06-14T02:00:00Z' });
  const { result } = renderHook(() => useSupportDraft('message', { ...empty, text: 'Phí này' }), { wrapper });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange'))); // the borrower returns to the page
  act(() => result.current.change({ orderId: 'o' }));
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(saved).toEqual([{ text: 'Phí này', fileIds: ['b'], orderId: 'o' }]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a message that is on its way is not shown again by a form that is opened meanwhile', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const draft = url.endsWith('support/saveDraft') ? {} : { data: null };
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { ...draft, savedAt: '2026-06-14T03:00:00Z' } }));
  });
  const form = renderHook(() => useSupportDraft('reply:1', empty), { wrapper });
  act(() => form.result.current.change({ text: 'Phí này là gì?' }));
  let take = () => undefined as void;
  const sending = form.result.current.sending(() => new Promise<void>((resolve) => (take = resolve)));
  form.unmount();
  const again = renderHook(() => useDraftStart('reply:1', empty), { wrapper });
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(again.result.current.data).toBeUndefined();
  await act(async () => {
    await vi.waitFor(() => take());
    await sending;
  });
  await vi.waitFor(() => expect(again.result.current.data).toEqual(empty));
  vi.unstubAllGlobals();
});

it('input that only the phone has is saved when the form is opened again, even if the borrower only reads it', async () => {
  vi.useFakeTimers();
  const saved: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('support/saveDraft')) saved.push((JSON.parse(String(init.body)) as { data: unknown }).data);
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { data: null, savedAt: null } }));
  });
  queryClient.clear();
  const typed = { ...empty, text: 'Tôi đã trả nhưng chưa được ghi nhận.' };
  setUnsaved('reply:t-1', typed);
  const { unmount } = renderHook(() => useSupportDraft('reply:t-1', typed), { wrapper });
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  unmount();
  expect(saved).toEqual([typed]);
  expect(hasUnsaved(), 'a log-out would lose it').toBe(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('input that only the phone has is not saved over a newer draft of another phone until something is typed', async () => {
  vi.useFakeTimers();
  const saved: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('support/saveDraft')) saved.push((JSON.parse(String(init.body)) as { data: unknown }).data);
    const newer = { data: { text: 'Viết trên máy khác', fileIds: ['b'], orderId: '' }, savedAt: '2026-06-14T03:00:00Z' };
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: newer }));
  });
  queryClient.clear();
  const typed = { ...empty, text: 'Bản cũ' };
  setUnsaved('reply:t-2', typed);
  const { result, unmount } = renderHook(() => useSupportDraft('reply:t-2', typed), { wrapper });
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(saved).toEqual([]);
  act(() => result.current.change({ text: 'Bản cũ, sửa' }));
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(saved).toEqual([{ ...empty, text: 'Bản cũ, sửa' }]);
  unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
